import { isMachineFile } from "@/lib/contract/reserved-aliases";
import { blockedReason, isBlocked } from "@/lib/platform/blocklist";
import { env } from "@/lib/platform/env";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { type Answer, redirectTo, textAnswer } from "@/lib/visits/answer";
import type { VisitRequest } from "@/lib/visits/request";
import { disabledPage, endedOn, missing } from "./notices";
import type { Asking } from "./words";

/** All that a host gets which is neither the service's own nor a branded domain. */
export const unknownHost = textAnswer(404, "There is nothing at this address.");

/** What visitors of a domain get where there is nothing. Programs that ask for a file of theirs learn that it is not there. */
export const missingOn = (domain: DomainSnapshot, request: Asked) =>
  domain.redirect404 && !isForMachines(request.url)
    ? sendOn(domain.redirect404, domain, request)
    : missing(domain, request);

type Asked = Asking & Pick<VisitRequest, "url">;

function isForMachines(url: string): boolean {
  const [first = ""] = url.slice(1).split(/[/?]/, 1);
  return first === ".well-known" || first === "apple-app-site-association" || isMachineFile(first);
}

/** What visitors of a domain get of a link that has ended. */
export const goneOn = (domain: DomainSnapshot, request: Asked) =>
  endedOn(domain, request) ?? missingOn(domain, request);

/** Where its owner has a domain lead, unless that has been put on the blocklist since. */
export function sendOn(address: string, domain: DomainSnapshot, request: Asking): Answer | Promise<Answer> {
  if (!env.BLOCKLIST) return redirectTo(address);
  return isBlocked(address).then((blocked) =>
    blocked ? disabledPage(blockedReason, domain, request) : redirectTo(address),
  );
}
