import { LRUCache } from "lru-cache";
import UAParser from "ua-parser-js";
import { acceptedLanguages } from "@/lib/contract/accept-language";
import { primaryLanguage } from "@/lib/contract/language-codes";
import { parseUrl } from "@/lib/contract/url";
import { browserName, browserOf, osName, systemOf } from "./agent-names";
import { deviceKind } from "./device-kind";
import { appOf } from "./in-app-browsers";

/** The label of values that could not be determined. */
export const UNKNOWN = "Unknown";
/** The label of values that are counted together because there are too many. */
export const OTHER = "Other";
/** The referrer of a visit without a Referer header. */
const DIRECT = "Direct";

/** `network1` is Facebook, `network2` X, `network3` Instagram. */
export type SocialNetwork = "network1" | "network2" | "network3";

export interface Agent {
  browser: string;
  os: string;
  /** Desktop, Mobile, Tablet, TV or Unknown */
  device: string;
}

const agentByHeader = new LRUCache<string, Agent>({ max: 20_000 });

/** Returns browser, operating system and device of a User-Agent header; `Unknown` for those that it does not name. */
export function agentOf(userAgent: string): Agent {
  let agent = agentByHeader.get(userAgent);
  if (agent === undefined) {
    agent = parseAgent(userAgent);
    agentByHeader.set(userAgent, agent);
  }
  return agent;
}

function parseAgent(userAgent: string): Agent {
  if (userAgent === "") return { browser: UNKNOWN, os: UNKNOWN, device: UNKNOWN };
  const parser = new UAParser(userAgent);
  return {
    browser: appOf(userAgent) ?? browserOf(userAgent) ?? browserIn(userAgent, parser.getBrowser().name) ?? UNKNOWN,
    os: systemOf(userAgent) ?? osName(parser.getOS().name) ?? UNKNOWN,
    device: deviceKind(userAgent, parser.getDevice()) ?? UNKNOWN,
  };
}

function browserIn(userAgent: string, parsed: string | undefined): string | undefined {
  // Web views in Android apps name both Android's old browser and Chrome. They are Chrome.
  if (parsed === "Android Browser" && userAgent.includes("Chrome/")) return "Chrome";
  // Web views on iOS have no version and no name.
  if (parsed === "WebKit" && /iPhone|iPad|iPod|Macintosh/.test(userAgent)) return "Safari";
  return browserName(parsed) ?? (userAgent.startsWith("Dalvik/") ? "Android Browser" : undefined);
}

const REFERRING = /^(?:https?|android-app|ios-app):$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes are what is looked for
const BYTES = /^[\x00-\xff]*[\x80-\xff][\x00-\xff]*$/;

/** Decodes a header that was sent in UTF-8: Node passes its bytes on as Latin-1 characters. */
function asUtf8(header: string): string {
  if (!BYTES.test(header)) return header;
  const text = Buffer.from(header, "latin1").toString();
  return text.includes("\ufffd") ? header : text;
}

/** Returns the host of a Referer header without `www.`; `Direct` for an empty header, `Unknown` for an invalid one. */
export function referrerOf(referrer: string): string {
  if (referrer === "") return DIRECT;
  const url = parseUrl(asUtf8(referrer));
  if (!url) return UNKNOWN;
  const { protocol, hostname } = url;
  if (!REFERRING.test(protocol)) return UNKNOWN;
  // A host name with a final dot is the same name in its full form.
  const host = hostname
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "");
  return /^[a-z0-9._:[\]-]{1,253}$/.test(host) ? host : UNKNOWN;
}

const tagByHeader = new LRUCache<string, string>({ max: 5_000 });

/** Returns the preferred language of an Accept-Language header as a tag such as `pt-BR` or `de`, or null. */
export function languageTagOf(acceptLanguage: string): string | null {
  let tag = tagByHeader.get(acceptLanguage);
  if (tag === undefined) {
    tag = acceptedLanguages(acceptLanguage)[0] ?? "";
    tagByHeader.set(acceptLanguage, tag);
  }
  return tag || null;
}

/** Returns the preferred language of an Accept-Language header as a lower-case ISO 639 code, or null. */
export function languageOf(acceptLanguage: string): string | null {
  const tag = languageTagOf(acceptLanguage);
  return tag && primaryLanguage(tag);
}

export const SOCIAL_HOSTS: [SocialNetwork, RegExp][] = [
  ["network1", /(^|\.)(facebook\.com|fb\.com|fb\.me|messenger\.com)$|^com\.facebook\./],
  ["network2", /(^|\.)(twitter\.com|x\.com)$|^t\.co$|^com\.twitter\./],
  ["network3", /(^|\.)instagram\.com$|^com\.instagram\./],
];

/**
 * Returns the social network that a visit came from: by its referrer's host (see `referrerOf`), else by the app's own
 * browser.
 */
export function socialOf(referrerHost: string, userAgent: string): SocialNetwork | null {
  const byHost = SOCIAL_HOSTS.find(([, hosts]) => hosts.test(referrerHost));
  return byHost?.[0] ?? socialOfAgent(userAgent);
}

function socialOfAgent(userAgent: string): SocialNetwork | null {
  // Test for Instagram first: its browser also contains Facebook's words.
  if (userAgent.includes("Instagram ")) return "network3";
  if (/\bFBA[NV]\/|\bFB_IAB\//.test(userAgent)) return "network1";
  return /\bTwitter(?: for |Android)/.test(userAgent) ? "network2" : null;
}
