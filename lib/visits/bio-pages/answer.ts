import { describeVisit } from "@/lib/clicks/classify/visit";
import { foldAlias } from "@/lib/contract/alias";
import { blockedReason, isBlocked } from "@/lib/platform/network/blocklist";
import { stateAt } from "@/lib/resources/bio-pages/schedule";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { type Answer, redirectTo } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { contactAnswer } from "@/lib/visits/core/vcard";
import { disabledPage, missing } from "@/lib/visits/pages/notices";
import { isPixelFrame, pixelFrame, pixelsFor, redirectToPagesUrl } from "@/lib/visits/pages/pixels";
import { visitorWords } from "@/lib/visits/pages/words";
import { type BioPageSnapshot, bioPageCache } from "./cache";
import { bioPage } from "./page";

/** Answers a visit to a bio page, or a click in it if the address ends with a target's key. */
export async function answerBio(
  request: VisitRequest,
  slug: string,
  key: string | undefined,
  domain: DomainSnapshot,
): Promise<Answer> {
  const found = await bioPageCache().find(foldAlias(slug), request);
  if (!found) return missing(domain, request);
  const visit = describeVisit(request, request.address);
  const { pixels } = found;
  if (isPixelFrame(request)) return pixelFrame(pixels, visit, request) ?? missing(domain, request);
  const elsewhere = key === undefined && redirectToPagesUrl(pixels, visit, request, domain);
  if (elsewhere) return elsewhere;
  // Bio pages of all accounts work on all domains.
  const inPage = domain.apart && (domain.ownerId ?? found.userId) === found.userId;
  const answer =
    key === undefined
      ? bioPage(found, visitorWords(request), pixelsFor(pixels, visit, request, inPage))
      : await targetAnswer(found, key, domain, request);
  if (answer?.status === 410) return answer;
  return answer
    ? { ...answer, click: { visit, subjects: { bioPageId: found.id, bioBlock: key } } }
    : missing(domain, request);
}

/** Redirects only to an address that the page's owner put there; null if the page has no such target. */
async function targetAnswer(
  { blocks, targets }: BioPageSnapshot,
  key: string,
  domain: DomainSnapshot,
  request: VisitRequest,
): Promise<Answer | null> {
  const index = targets.findIndex((one) => one.some((target) => target.key === key));
  const block = blocks[index];
  if (!block || stateAt(block, Date.now()) !== "seen") return null;
  const url = targets[index]?.find((target) => target.key === key)?.url;
  const leadsTo = url ?? (block.type === "contact" ? block.website : undefined);
  if (leadsTo && (await isBlocked(leadsTo))) return disabledPage(blockedReason, domain, request);
  if (url) return redirectTo(new URL(url).href);
  if (block.type !== "contact") return null;
  const { name, organization, phone, email, website } = block;
  return contactAnswer({ fname: name, org: organization, phone, email, site: website });
}
