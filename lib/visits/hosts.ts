import { englishOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { baseUrl } from "@/lib/platform/env";
import { isPagesHost, isReservedHost, normalHost } from "@/lib/resources/domains/host";
import { type DomainSnapshot, findDomain } from "@/lib/resources/domains/resolve";
import { answerForMissingLink, redirectUnlessBlocked } from "@/lib/visits/pages/missing";
import { answerUnknownHost, noteUnknownHost } from "@/lib/visits/pages/unknown-host";
import { isApiAddress } from "./api-address";
import { answerBio } from "./bio-pages/answer";
import { jsonAnswer, type MaybeAnswer } from "./core/answer";
import type { VisitRequest } from "./core/request";

/** The same response as JSON, for a program that mistakes this host for the API's. */
const nothingHereJson = jsonAnswer(404, {
  error: 1,
  code: "nothing_here",
  message: englishOf(refusal("nothing_here")),
});

/** Calls `answer` with the domain of a request; with null if the host is not known. */
export function onDomain(
  { headers }: VisitRequest,
  answer: (domain: DomainSnapshot | null) => MaybeAnswer,
): MaybeAnswer {
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
export function answerHost(request: VisitRequest): MaybeAnswer {
  return operatorPaths.test(request.url) ? null : onDomain(request, (domain) => answerOn(domain, request));
}

/**
 * Addresses that machines request under any host name: health checks, and Caddy's check before it gets a certificate.
 */
const operatorPaths = /^\/api\/(?:health|ready(?:\/visits)?|tls\/allowed)(?:\?|$)/;
const pictures = /^\/(?:avatar|images|uploads)\//;

export function answerOn(domain: DomainSnapshot | null, request: VisitRequest): MaybeAnswer {
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
