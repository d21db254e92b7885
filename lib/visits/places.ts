import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { missing } from "@/lib/visits/pages/notices";
import { answerBio } from "./bio-pages/answer";
import { answerList } from "./campaigns/list-answer";
import { answerRotator } from "./campaigns/rotator-answer";
import { type Answer, type MaybeAnswer, textAnswer } from "./core/answer";
import { pathWithoutTail } from "./core/path";
import type { VisitRequest } from "./core/request";

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
  ["/embed/", async (request) => (await import("./conversions/script")).answerEmbedded(request)],
  ["/account/unsubscribe/", async (request) => (await import("./unsubscribe")).answerUnsubscribe(request)],
];

/** Answers bio pages (`/b/…`), rotators (`/r/…`), lists of campaigns (`/u/…`) and rarely used pages; null elsewhere. */
export function answerOtherPage(request: VisitRequest, domain: DomainSnapshot): MaybeAnswer {
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
