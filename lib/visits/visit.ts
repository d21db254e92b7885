import { journal } from "@/lib/clicks/journal/journal";
import { englishOf } from "@/lib/contract/errors";
import { locales } from "@/lib/contract/locales";
import { refusal } from "@/lib/contract/refusal";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { withoutSecret } from "@/lib/platform/network/request-target";
import { isPagesHost, isReservedHost, normalHost } from "@/lib/resources/domains/host";
import { type DomainSnapshot, findDomain, peekDomain } from "@/lib/resources/domains/resolve";
import { answerBio } from "@/lib/visits/bio-pages/answer";
import { answerList } from "@/lib/visits/campaigns/list-answer";
import { answerRotator } from "@/lib/visits/campaigns/rotator-answer";
import { answerAppLinks, pathWithoutTail, withQueryApart } from "@/lib/visits/core/path";
import { isApiAddress, isMetricsAddress, type VisitRequest } from "@/lib/visits/core/request";
import { tooManyMisses } from "@/lib/visits/core/snapshot-cache";
import {
  answerForMissingLink,
  answerUnknownHost,
  noteUnknownHost,
  redirectUnlessBlocked,
} from "@/lib/visits/pages/missing";
import { missing, outage, tooMany } from "@/lib/visits/pages/notices";
import { type Answer, jsonAnswer, type MaybeAnswer, textAnswer, whenReady } from "./core/answer";
import { answerLink } from "./links/answer";
import { answerScan } from "./qr-codes/answer";
import { answerLinkCode } from "./qr-codes/link-code";

/** Answers a request for anything that visitors open; null if it is for a page of the service itself. */
export function answerVisit(request: VisitRequest): MaybeAnswer {
  if (isMetricsAddress(request.url)) return answerMetricsOn(request);
  const answer = attempt(
    request,
    () => answerLink(request) ?? onDomain(request, (domain) => answerOnDomain(domain, request)),
  );
  if (request.headers["sec-purpose"] === undefined) return answer;
  return whenReady(answer, refusePrefetch);
}

/**
 * A browser shows a response that it prefetched (`Sec-Purpose: prefetch`, `prefetch;prerender`) without another
 * request, so the click would not be counted. It does not use a failed response, so the click becomes an ordinary
 * visit.
 */
function refusePrefetch(answer: Answer | null): Answer | null {
  const { click } = answer ?? {};
  return click?.visit.prefetch ? { ...prefetchRefusal, click } : answer;
}

const prefetchRefusal = textAnswer(503, "Open this address to get a response.");

/**
 * Hides the metrics on branded domains. While no domain can be looked up, metrics are still served, because they report
 * the failure.
 */
const answerMetricsOn = (request: VisitRequest): MaybeAnswer => {
  const answer = onDomain(request, (domain) => (domain?.apart ? answerForMissingLink(domain, request) : null));
  return answer instanceof Promise ? answer.catch(() => null) : answer;
};

/**
 * Answers requests for the service's own pages and API on a host that is not the service's; null on the service's own.
 */
export const answerForeignHost = (request: VisitRequest): MaybeAnswer => attempt(request, () => answerHost(request));

function attempt(request: VisitRequest, find: () => MaybeAnswer): MaybeAnswer {
  try {
    const answer = find();
    return answer instanceof Promise ? answer.catch((error: unknown) => failed(request, error)) : answer;
  } catch (error) {
    return failed(request, error);
  }
}

function answerOnDomain(domain: DomainSnapshot | null, request: VisitRequest): MaybeAnswer {
  if (!domain) return answerUnknownHost(request);
  const apart = withQueryApart(request) ?? request;
  return (
    answerScan(apart, domain) ??
    answerOtherPage(apart, domain) ??
    answerLinkCode(request, domain) ??
    answerAppLinks(request, domain) ??
    answerSecurityText(request, domain) ??
    answerDomainIcon(request, domain) ??
    answerOn(domain, request)
  );
}

/**
 * Sends an answer once its click is recorded. If the journal cannot be written, the journal logs that, and links keep
 * working.
 */
export function afterClick({ click }: Answer, send: () => void): void {
  if (click) journal().record(click.visit, click.subjects, send);
  else send();
}

function failed(request: VisitRequest, error: unknown): Answer {
  const { url, headers } = request;
  const domain = peekDomain(headers.host ?? "");
  if (error === tooManyMisses) return tooMany(domain, request);
  log.warn({ path: withoutSecret(url.split("?", 1)[0] ?? ""), error: String(error) }, "a visit could not be answered");
  return outage(domain, request);
}

/** Addresses that browsers and phones request on their own to find a host's icon. */
const address = /^\/(?:favicon\.(?:ico|png|svg)|apple-touch-icon[\w-]*\.png)(?:\?|$)/i;

/** Redirects the addresses of icons to a branded domain's logo; null elsewhere and on the service's own hosts. */
function answerDomainIcon({ url, method }: VisitRequest, { ownerId, theme }: DomainSnapshot): Answer | null {
  if (ownerId === null || !address.test(url)) return null;
  if (method !== "GET" && method !== "HEAD")
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  if (!theme?.logo) return nothing;
  // An icon, unlike a visit, is not counted, so it may be cached for a while.
  const headers = ["Location", new URL(theme.logo).href, "Cache-Control", "public, max-age=3600"];
  return { status: 302, headers, body: "" };
}

const nothing = textAnswer(404, "This domain has no icon.");

/** The same response as JSON, for a program that mistakes this host for the API's. */
const nothingHereJson = jsonAnswer(404, {
  error: 1,
  code: "nothing_here",
  message: englishOf(refusal("nothing_here")),
});

/** Calls `answer` with the domain of a request; with null if the host is not known. */
function onDomain({ headers }: VisitRequest, answer: (domain: DomainSnapshot | null) => MaybeAnswer): MaybeAnswer {
  const { host = "" } = headers;
  const domain = findDomain(host);
  if (!(domain instanceof Promise)) return answer(domain);
  return domain
    .catch((error: unknown) => {
      // The service's own pages can still show an error while the database is unreachable.
      const named = normalHost(host) ?? "";
      if (isReservedHost(named)) return unknownDomain(isPagesHost(named));
      throw error;
    })
    .then(answer);
}

const unknownDomain = (apart: boolean) => ({
  id: 0,
  ownerId: null,
  apart,
  origin: baseUrl(),
  redirectRoot: null,
  redirect404: null,
  rootBio: null,
  appLinks: null,
  theme: null,
  forward: "none" as const,
});

/**
 * Answers requests for the service's own pages or API on a host that is not the service's. Returns null on the
 * service's own host, and for the few addresses that work on every host.
 */
function answerHost(request: VisitRequest): MaybeAnswer {
  return operatorPaths.test(request.url) ? null : onDomain(request, (domain) => answerOn(domain, request));
}

/**
 * Addresses that machines request under any host name: health checks, and Caddy's check before it gets a certificate.
 */
const operatorPaths = /^\/api\/(?:health|ready(?:\/visits)?|tls\/allowed)(?:\?|$)/;
const pictures = /^\/(?:avatar|images|uploads)\//;

function answerOn(domain: DomainSnapshot | null, request: VisitRequest): MaybeAnswer {
  const { method, url } = request;
  if (!domain) {
    if (!isApiAddress(url)) return answerUnknownHost(request);
    noteUnknownHost(request);
    return nothingHereJson;
  }
  const { rootBio, redirectRoot, apart } = domain;
  if ((rootBio || redirectRoot) && /^\/(?:\?|$)/.test(url) && (method === "GET" || method === "HEAD"))
    return rootBio
      ? answerBio(request, rootBio, undefined, domain)
      : redirectUnlessBlocked(redirectRoot ?? "", domain, request);
  if (!apart || pictures.test(url)) return null;
  return isApiAddress(url) ? nothingHereJson : answerForMissingLink(domain, request);
}

type Place = (request: VisitRequest, name: string, rest: string | undefined, domain: DomainSnapshot) => Promise<Answer>;

/** Pages for visitors other than links and QR codes. */
const places: [address: RegExp, answer: Place][] = [
  [/^\/b\/([^/]+)(?:\/([\w-]{8}))?$/, answerBio],
  [/^\/r\/([^/]+)$/, answerRotator],
  [/^\/u\/([^/]+)\/([1-9]\d{0,9})$/, answerList],
];

/** Rarely used pages by the beginning of their address. Their code is loaded on demand, and they accept forms. */
const rarePages: [beginning: string, answer: (request: VisitRequest) => Promise<Answer>][] = [
  ["/share/", async (request) => (await import("./shares/answer")).answerShare(request)],
  ["/embed/", async (request) => (await import("@/lib/visits/conversions/report")).answerEmbedded(request)],
  ["/account/unsubscribe/", async (request) => (await import("./unsubscribe")).answerUnsubscribe(request)],
];

/** Answers bio pages (`/b/…`), rotators (`/r/…`), lists of campaigns (`/u/…`) and rarely used pages; null elsewhere. */
function answerOtherPage(request: VisitRequest, domain: DomainSnapshot): MaybeAnswer {
  const [path = ""] = request.url.split("?", 1);
  const answered = rarePages.find(([beginning]) => path.startsWith(beginning))?.[1];
  if (!answered && !/^\/[bru]\//.test(path)) return null;
  const posted = request.method === "POST" && answered;
  if (request.method !== "GET" && request.method !== "HEAD" && !posted)
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  if (answered) return answered(request);
  const named = pathWithoutTail(path);
  for (const [address, answer] of places) {
    const [, part, rest] = address.exec(named) ?? [];
    const name = part && decoded(part);
    if (name) return answer(request, name, rest, domain);
  }
  return missing(domain, request);
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const PATH = "/.well-known/security.txt";
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. The time is computed at each request, so the file never expires. */
const VALID_DAYS = 180;

/**
 * Returns the file that names the contact for abuse and vulnerabilities (RFC 9116). Every host of this service has it.
 * Returns null for other paths, and without ABUSE_CONTACT.
 */
function answerSecurityText({ url, method }: VisitRequest, { origin }: { origin: string }): Answer | null {
  if (url.split("?", 1)[0] !== PATH || !env.ABUSE_CONTACT) return null;
  if (method !== "GET" && method !== "HEAD")
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  const expires = new Date(Math.ceil(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString();
  const lines = [
    `Contact: ${env.ABUSE_CONTACT}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${locales.join(", ")}`,
    ...[...new Set([origin, baseUrl()])].map((host) => `Canonical: ${host}${PATH}`),
  ];
  return {
    status: 200,
    headers: [
      ...["Content-Type", "text/plain; charset=utf-8"],
      ...["Cache-Control", "public, max-age=3600"],
      ...["X-Content-Type-Options", "nosniff"],
    ],
    body: `${lines.join("\n")}\n`,
  };
}
