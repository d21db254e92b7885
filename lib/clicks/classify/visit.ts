import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { mayHaveUtm, parametersOf, type Utm, utmFields } from "@/lib/contract/utm";
import { env } from "@/lib/platform/env";
import { drawsPreviews, knownAgent } from "./agents";
import { sentHeaders } from "./browser-headers";
import type { Verdict } from "./verdict";

/** What a request reveals about its visitor. Strings are as sent, cut to a length that no honest client reaches. */
export interface Visit {
  /** milliseconds since 1970 */
  at: number;
  address: string;
  userAgent: string;
  referrer: string;
  /** the Accept-Language header */
  language: string;
  head: boolean;
  /** fetched in advance for a click that may never happen */
  prefetch: boolean;
  /** another sign that no person opens the page; see `markOf` */
  mark?: Mark;
  /** whether the visitor asked not to be tracked */
  untracked: boolean;
  /** whether the visitor agreed to pixels, where CONSENT requires that; undefined if it does not */
  agreed?: boolean;
  /**
   * whether the visit is certainly a person's: on a link with a click limit, the visitor pressed our button or entered
   * the password
   */
  pressed?: boolean;
  /** headers of browsers that it had (see `sentHeaders`); undefined if that was not recorded */
  headers?: number;
  /** the UTM parameters of the visited URL; undefined if it has none */
  utm?: Utm;
}

/** `embedded`: loaded as part of a page; `range`: requests only the first bytes; `signed`: signed by an agent. */
export type Mark = "embedded" | "range" | "signed";

/** Returns the visit of a request. `address` is the client's, after trusted proxies have been resolved. */
export function visitOf(
  { method, url = "", headers }: { method?: string; url?: string; headers: IncomingHttpHeaders },
  address: string,
): Visit {
  return {
    at: Date.now(),
    // A dual-stack socket reports IPv4 addresses with this prefix. Without it, the visitor is the same as through an
    // IPv4 socket or a proxy.
    address: address.startsWith("::ffff:") ? address.slice(7) : address,
    userAgent: plainAgent(cut(headers["user-agent"], 512)),
    referrer: cut(headers.referer, 512),
    language: cut(headers["accept-language"], 128),
    head: method === "HEAD",
    prefetch: PURPOSES.some((name) => isPrefetch(headers[name])),
    mark: markOf(headers),
    untracked: headers.dnt === "1" || headers["sec-gpc"] === "1",
    ...(env.CONSENT === "required" && { agreed: consentIn(headers) === "yes" }),
    headers: sentHeaders(headers),
    utm: mayHaveUtm(url) ? utmOf(url) : undefined,
  };
}

/** Returns what the visitor answered on a page that asks for consent to pixels; null if they have not answered. */
export function consentIn({ cookie = "" }: IncomingHttpHeaders): "yes" | "no" | null {
  return (/(?:^|;\s*)pixels=(yes|no)(?:;|$)/.exec(cookie)?.[1] ?? null) as "yes" | "no" | null;
}

function utmOf(url: string): Utm | undefined {
  const query = parametersOf(url);
  return utmFrom((field) => query.get(`utm_${field}`)?.trim());
}

/** Returns the fields that have a value, cut to a length that no campaign name reaches; undefined if there are none. */
export function utmFrom(read: (field: keyof Utm) => string | undefined): Utm | undefined {
  const utm: Utm = {};
  for (const field of utmFields) {
    const value = read(field);
    if (value) utm[field] = cut(value, 128);
  }
  return Object.keys(utm).length > 0 ? utm : undefined;
}

const cut = (value: string | undefined, length: number) => (value === undefined ? "" : value.slice(0, length));

const PURPOSES = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

// Chrome sends "prefetch;prerender" and old Safari "preview". Programs that open pages before they are tapped send
// "instant".
function isPrefetch(value: string | string[] | undefined): boolean {
  return typeof value === "string" && /prefetch|prerender|preview|instant/i.test(value);
}

// Pages are opened as a document or in a frame. `empty` is a script's request, which may show the page.
const OPENED = /^(?:document|i?frame|fencedframe|embed|object|nested-document|empty)$/;
const FIRST_BYTES = /^bytes=0-\d{1,5}$/;

function markOf(headers: IncomingHttpHeaders): Mark | undefined {
  if (headers["signature-agent"] !== undefined) return "signed";
  const destination = headers["sec-fetch-dest"];
  if (typeof destination === "string" && !OPENED.test(destination)) return "embedded";
  // A resumed download begins at a later byte.
  return headers.range !== undefined && FIRST_BYTES.test(headers.range) ? "range" : undefined;
}

/** Restores the spaces of a user agent. Some programs encode them as in a URL. */
function plainAgent(userAgent: string): string {
  if (userAgent.includes(" ")) return userAgent;
  if (/^[\w.-]+\/[\d.]+\+/.test(userAgent)) return userAgent.replaceAll("+", " ");
  if (!/%20|%2F/i.test(userAgent)) return userAgent;
  try {
    return decodeURIComponent(userAgent);
  } catch {
    return userAgent;
  }
}

const robotAgents = new LRUCache<string, Verdict | "person">({ max: 5_000 });

/**
 * Returns why a visit does not count as a person's, judged by its request alone: `head`, `prefetch` or `agent:<name>`;
 * null for a person.
 */
export const robotOf = (visit: Request): string | null => requestVerdict(visit)?.rule ?? null;

type Request = Pick<Visit, "head" | "prefetch" | "userAgent"> & Partial<Pick<Visit, "language" | "mark">>;

const MARKED: Record<Mark, Verdict> = {
  embedded: { class: "preview", rule: "prefetch" },
  range: { class: "robot", rule: "head" },
  signed: { class: "ai", rule: "agent:signed" },
};
/** Every browser sends a user agent. A proxy may remove it, but not also the language. */
const NAMELESS: Verdict = { class: "robot", rule: "agent:none" };

/**
 * See `robotOf`. It is cheap enough for the thread that answers visitors; the drain considers more (see `verdictOf`).
 */
export function requestVerdict({ head, prefetch, userAgent, language, mark }: Request): Verdict | null {
  if (head) return { class: "robot", rule: "head" };
  if (prefetch) return { class: "preview", rule: "prefetch" };
  let known = robotAgents.get(userAgent);
  if (known === undefined) {
    const agent = knownAgent(userAgent);
    known = agent === null ? "person" : { class: agent.class, rule: `agent:${agent.name}` };
    robotAgents.set(userAgent, known);
  }
  if (known !== "person") return known;
  if (mark) return MARKED[mark];
  return userAgent === "" && language === "" ? NAMELESS : null;
}

/** Returns whether a visit draws link previews for chats, mail programs or social networks. */
export const isPreviewRobot = ({ userAgent }: Pick<Visit, "userAgent">) => drawsPreviews(userAgent);
