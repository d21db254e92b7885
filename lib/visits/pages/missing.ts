import { isMachineFile } from "@/lib/contract/alias";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { blockedReason, hasBlocklist, isBlocked } from "@/lib/platform/network/blocklist";
import { processSingleton } from "@/lib/platform/singleton";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { type Answer, redirectTo, textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { disabledPage, endedOn, missing } from "./notices";
import type { LanguageRequest } from "./words";

/**
 * Returns the answer for visitors of a domain if there is nothing at an address. Programs that request a file get a 404
 * instead of a redirect.
 */
export const answerForMissingLink = (domain: DomainSnapshot, request: MissingRequest) =>
  domain.redirect404 && !isFileForPrograms(request.url)
    ? redirectUnlessBlocked(domain.redirect404, domain, request)
    : missing(domain, request);

type MissingRequest = LanguageRequest & Pick<VisitRequest, "url">;

function isFileForPrograms(url: string): boolean {
  const [first = ""] = url.slice(1).split(/[/?]/, 1);
  return first === ".well-known" || first === "apple-app-site-association" || isMachineFile(first);
}

/** Returns the answer for visitors of a link that has ended. */
export const answerForEndedLink = (domain: DomainSnapshot, request: MissingRequest) =>
  endedOn(domain, request) ?? answerForMissingLink(domain, request);

/** Redirects to an address that a domain's owner has set, unless it has since been put on the blocklist. */
export function redirectUnlessBlocked(
  address: string,
  domain: DomainSnapshot,
  request: LanguageRequest,
): Answer | Promise<Answer> {
  if (!hasBlocklist()) return redirectTo(address);
  return isBlocked(address).then((blocked) =>
    blocked ? disabledPage(blockedReason, domain, request) : redirectTo(address),
  );
}

/** Scanners make up hosts, and their hosts must not fill the log. */
const MOST_HOSTS = 20;
/** Longer than any host name with a port. */
const LONGEST = 260;

const noted = () => processSingleton("unknownHosts", () => new Set<string>());

const unknownHost = textAnswer(404, "There is nothing at this address.");

/** Returns the answer on a host that is neither the service's own nor a branded domain. */
export function answerUnknownHost(request: Pick<VisitRequest, "headers">): Answer {
  noteUnknownHost(request);
  return unknownHost;
}

/** Tells the operator which host was requested, once for each of the first hosts. */
export function noteUnknownHost({ headers: { host } }: Pick<VisitRequest, "headers">): void {
  const hosts = noted();
  if (!host || hosts.size >= MOST_HOSTS) return;
  const shown = host.slice(0, LONGEST).toLowerCase();
  if (hosts.has(shown)) return;
  hosts.add(shown);
  const last = hosts.size === MOST_HOSTS ? ". Further unknown hosts are not logged until the next start" : "";
  log.warn(
    { host: shown, setting: "APP_URL", APP_URL: env.APP_URL },
    `a request for a host that is neither that of APP_URL nor an active branded domain got "There is nothing at this address". If this is your service's address, set APP_URL to it, with its port. Behind a proxy, check that it passes on the Host header${last}`,
  );
}
