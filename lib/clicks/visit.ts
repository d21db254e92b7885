import type { IncomingHttpHeaders } from "node:http";
import { isbotMatch } from "isbot";
import { LRUCache } from "lru-cache";

/** What a request says of its visitor. Strings are as sent, cut to a length that no honest client reaches. */
export interface Visit {
  /** milliseconds since 1970 */
  at: number;
  address: string;
  userAgent: string;
  referrer: string;
  /** the Accept-Language header */
  language: string;
  head: boolean;
  /** fetched ahead of a click that may never come */
  prefetch: boolean;
  /** the visitor asked not to be tracked */
  untracked: boolean;
  /** the UTM parameters of the address that was visited; undefined where it has none */
  utm?: Utm;
}

export const utmFields = ["source", "medium", "campaign", "term", "content"] as const;

/** `source` is what `utm_source` says, and so on. */
export type Utm = { [Field in (typeof utmFields)[number]]?: string };

/** The visit that a request is. `address` is the client's, with trusted proxies already looked through. */
export function visitOf(
  { method, url = "", headers }: { method?: string; url?: string; headers: IncomingHttpHeaders },
  address: string,
): Visit {
  return {
    at: Date.now(),
    // A dual-stack socket reports IPv4 this way: the same visitor as through an IPv4 socket or a proxy.
    address: address.startsWith("::ffff:") ? address.slice(7) : address,
    userAgent: cut(headers["user-agent"], 512),
    referrer: cut(headers.referer, 512),
    language: cut(headers["accept-language"], 128),
    head: method === "HEAD",
    prefetch: saysPrefetch(headers["sec-purpose"]) || saysPrefetch(headers.purpose) || saysPrefetch(headers["x-moz"]),
    untracked: headers.dnt === "1" || headers["sec-gpc"] === "1",
    utm: url.includes("utm_") ? utmOf(url) : undefined,
  };
}

function utmOf(url: string): Utm | undefined {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  return utmFrom((field) => query.get(`utm_${field}`)?.trim());
}

/** The fields that have a value, cut to a length that no campaign's name reaches; undefined where none has. */
export function utmFrom(read: (field: keyof Utm) => string | undefined): Utm | undefined {
  const utm: Utm = {};
  for (const field of utmFields) {
    const value = read(field);
    if (value) utm[field] = cut(value, 128);
  }
  return Object.keys(utm).length > 0 ? utm : undefined;
}

const cut = (value: string | undefined, length: number) => (value === undefined ? "" : value.slice(0, length));

// "prefetch;prerender" and, from old Safari, "preview" say the same.
function saysPrefetch(value: string | string[] | undefined): boolean {
  return typeof value === "string" && /prefetch|prerender|preview/i.test(value);
}

const robotAgents = new LRUCache<string, string>({ max: 5_000 });

/** Why a visit does not count as a person's: `head`, `prefetch` or `agent:<name>`; null for a person. */
export function robotOf(visit: Pick<Visit, "head" | "prefetch" | "userAgent">): string | null {
  if (visit.head) return "head";
  if (visit.prefetch) return "prefetch";
  let robot = robotAgents.get(visit.userAgent);
  if (robot === undefined) {
    const name = robotName(visit.userAgent);
    robot = name === null ? "" : `agent:${name}`;
    robotAgents.set(visit.userAgent, robot);
  }
  return robot || null;
}

// What `isbot` lets pass: chat programs that draw a preview, mail filters and offices that open a link to check it.
const OTHER_ROBOTS =
  /whatsapp|skypespaces|skypeuripreview|snap url preview|kakaotalk-scrap|barracuda|mimecast|proofpoint|trendmicro|ms-office|microsoft office/i;

const PREVIEWS =
  /facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|telegrambot|discordbot|whatsapp|linkedinbot|skypeuripreview|pinterestbot|pinterest\/0|redditbot|vkshare|mastodon|bluesky cardyb|iframely|embedly|snap url preview|kakaotalk-scrap|microsoftpreview|google-pagerenderer|google-snippet|mattermost|rocket\.chat|synapse|line-?poker|zoombot/i;

/** Whether a visit draws the preview of a link in a message: for chats, mails and social networks. */
export const isPreviewRobot = ({ userAgent }: Pick<Visit, "userAgent">) => PREVIEWS.test(userAgent);

function robotName(userAgent: string): string | null {
  const match = userAgent.match(OTHER_ROBOTS)?.[0] ?? isbotMatch(userAgent) ?? userAgent.match(PREVIEWS)?.[0] ?? null;
  if (match === null) return null;
  // Some rules of isbot match the address of a crawler's home page: then its first word is its name.
  const start = /^http/i.test(match) ? 0 : userAgent.indexOf(match);
  const before = userAgent.slice(0, start).match(/(?<![\w.-])[\w.-]*$/)?.[0] ?? "";
  const after = userAgent.slice(start).match(/^[\w. -]*[\w-]/)?.[0] ?? "";
  const name = match.includes(" ") ? after : after.replace(/ .*/, "");
  return (before + name).slice(0, 40) || "unnamed";
}
