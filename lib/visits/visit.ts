import { journal } from "@/lib/clicks/journal/journal";
import { log } from "@/lib/platform/log/log";
import { withoutSecret } from "@/lib/platform/network/secret-paths";
import { type DomainSnapshot, peekDomain } from "@/lib/resources/domains/resolve";
import { answerForMissingLink } from "@/lib/visits/pages/missing";
import { outage, tooMany } from "@/lib/visits/pages/notices";
import { answerUnknownHost } from "@/lib/visits/pages/unknown-host";
import { isMetricsAddress } from "./api-address";
import { type Answer, type MaybeAnswer, textAnswer } from "./core/answer";
import { answerAppLinks } from "./core/app-links";
import { tooManyMisses } from "./core/miss-limiter";
import { withQueryApart } from "./core/query-apart";
import type { VisitRequest } from "./core/request";
import { answerSecurityText } from "./core/security-text";
import { whenReady } from "./core/when-ready";
import { answerHost, answerOn, onDomain } from "./hosts";
import { answerLink } from "./links/answer";
import { answerOtherPage } from "./places";
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
