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
  /** the visitor asked not to be tracked */
  untracked: boolean;
  /** a person's: they pressed a button of ours, or knew a password, where a limited number of visits is let through */
  pressed?: boolean;
  /** which headers of browsers it had (see `sentHeaders`); undefined where that was not recorded */
  headers?: number;
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

// "prefetch;prerender" and, from old Safari, "preview" say the same.
function saysPrefetch(value: string | string[] | undefined): boolean {
  return typeof value === "string" && /prefetch|prerender|preview/i.test(value);
}

const robotAgents = new LRUCache<string, Verdict | "person">({ max: 5_000 });

/** Why a visit does not count as a person's, by what its own request tells: `head`, `prefetch` or `agent:<name>`; null for a person. */
export const robotOf = (visit: Request): string | null => requestVerdict(visit)?.rule ?? null;

type Request = Pick<Visit, "head" | "prefetch" | "userAgent">;

/** See `robotOf`. Cheap enough for the thread that answers; the drain knows more (see `verdictOf`). */
export function requestVerdict({ head, prefetch, userAgent }: Request): Verdict | null {
  if (head) return { class: "robot", rule: "head" };
  if (prefetch) return { class: "preview", rule: "prefetch" };
  let known = robotAgents.get(userAgent);
  if (known === undefined) {
    const agent = knownAgent(userAgent);
    known = agent === null ? "person" : { class: agent.class, rule: `agent:${agent.name}` };
    robotAgents.set(userAgent, known);
  }
  return known === "person" ? null : known;
}

/** Whether a visit draws the preview of a link in a message: for chats, mails and social networks. */
export const isPreviewRobot = ({ userAgent }: Pick<Visit, "userAgent">) => drawsPreviews(userAgent);
