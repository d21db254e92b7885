import { sessionCookieName, sessionOfToken } from "@/lib/auth/session-token";
import { foldAlias } from "@/lib/contract/alias";
import { maxInteger } from "@/lib/contract/fields";
import { cookieOf } from "@/lib/platform/network/cookie";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import type { Answer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { brandFor } from "@/lib/visits/pages/brand";
import { missing } from "@/lib/visits/pages/notices";
import { visitorWords } from "@/lib/visits/pages/words";
import { campaignList } from "./list";
import { listPage } from "./list-page";

/**
 * Answers a visit to a campaign's list. A private list is only shown to its owner; others get the page for missing
 * links.
 */
export async function answerList(
  request: VisitRequest,
  username: string,
  id: string | undefined,
  domain: DomainSnapshot,
): Promise<Answer> {
  const number = Number(id);
  const list = number <= maxInteger ? await campaignList(number, pageIn(request.url)) : null;
  if (!list || foldAlias(list.owner.username) !== foldAlias(username)) return missing(domain, request);
  return list.public || (await isFrom(request, list.owner.id))
    ? listPage(list, brandFor(domain, list.owner.id), visitorWords(request))
    : missing(domain, request);
}

function pageIn(url: string): number {
  const page = new URLSearchParams(url.split("?")[1]).get("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** Returns whether the visitor is logged in as this user. */
async function isFrom(request: VisitRequest, userId: number): Promise<boolean> {
  const token = cookieOf(request, sessionCookieName());
  const session = token ? await sessionOfToken(token) : null;
  return session?.actor.userId === userId;
}
