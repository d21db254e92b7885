import { isMachineFile } from "@/lib/contract/reserved-aliases";
import { blockedReason, hasBlocklist, isBlocked } from "@/lib/platform/network/blocklist";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { type Answer, redirectTo } from "@/lib/visits/core/answer";
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
