import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { drawsPreviews, knownAgent } from "./agents";
import { sentHeaders } from "./browser-headers";
import type { Verdict } from "./verdict";

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
  /** what else tells that no person opens a page; see `markOf` */
  mark?: Mark;
  /** the visitor asked not to be tracked */
  untracked: boolean;
  /** a person's: they pressed a button of ours, or knew a password, where a limited number of visits is let through */
  pressed?: boolean;
  /** which headers of browsers it had (see `sentHeaders`); undefined where that was not recorded */
  headers?: number;
  /** the UTM parameters of the address that was visited; undefined where it has none */
  utm?: Utm;
}

/** Loaded as part of a page; asks for the first bytes alone; signed by an agent. */
export type Mark = "embedded" | "range" | "signed";

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
    userAgent: plainAgent(cut(headers["user-agent"], 512)),
    referrer: cut(headers.referer, 512),
    language: cut(headers["accept-language"], 128),
    head: method === "HEAD",
    prefetch: PURPOSES.some((name) => saysPrefetch(headers[name])),
    mark: markOf(headers),
    untracked: headers.dnt === "1" || headers["sec-gpc"] === "1",
    headers: sentHeaders(headers),
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

const PURPOSES = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

// "prefetch;prerender" and, from old Safari, "preview" say the same; from what opens pages before they are tapped, "instant".
function saysPrefetch(value: string | string[] | undefined): boolean {
  return typeof value === "string" && /prefetch|prerender|preview|instant/i.test(value);
}

// A page is opened as a document or in a frame. `empty` is what a script asks for, which may show it.
const OPENED = /^(?:document|i?frame|fencedframe|embed|object|nested-document|empty)$/;
const FIRST_BYTES = /^bytes=0-\d{1,5}$/;

function markOf(headers: IncomingHttpHeaders): Mark | undefined {
  if (headers["signature-agent"] !== undefined) return "signed";
  const destination = headers["sec-fetch-dest"];
  if (typeof destination === "string" && !OPENED.test(destination)) return "embedded";
  // A download that goes on begins later.
  return headers.range !== undefined && FIRST_BYTES.test(headers.range) ? "range" : undefined;
}

/** An agent with its blanks, which some programs send as in a URL. */
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

/** Why a visit does not count as a person's, by what its own request tells: `head`, `prefetch` or `agent:<name>`; null for a person. */
export const robotOf = (visit: Request): string | null => requestVerdict(visit)?.rule ?? null;

type Request = Pick<Visit, "head" | "prefetch" | "userAgent"> & Partial<Pick<Visit, "language" | "mark">>;

const MARKED: Record<Mark, Verdict> = {
  embedded: { class: "preview", rule: "prefetch" },
  range: { class: "robot", rule: "head" },
  signed: { class: "ai", rule: "agent:signed" },
};
/** Every browser names itself. A proxy may take that out, but not the language, too. */
const NAMELESS: Verdict = { class: "robot", rule: "agent:none" };

/** See `robotOf`. Cheap enough for the thread that answers; the drain knows more (see `verdictOf`). */
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

/** Whether a visit draws the preview of a link in a message: for chats, mails and social networks. */
export const isPreviewRobot = ({ userAgent }: Pick<Visit, "userAgent">) => drawsPreviews(userAgent);
