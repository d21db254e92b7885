import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { missing } from "@/lib/visits/pages/notices";
import { type Answer, type Answering, textAnswer } from "./answer";
import { answerBio } from "./bio-pages/answer";
import { answerList } from "./campaigns/list-answer";
import { answerRotator } from "./campaigns/rotator-answer";
import type { VisitRequest } from "./request";

type Place = (request: VisitRequest, name: string, rest: string | undefined, domain: DomainSnapshot) => Promise<Answer>;

/** What visitors meet beside links and QR codes. */
const places: [address: RegExp, answer: Place][] = [
  [/^\/b\/([^/]+)(?:\/([\w-]{8}))?$/, answerBio],
  [/^\/r\/([^/]+)$/, answerRotator],
  [/^\/u\/([^/]+)\/([1-9]\d{0,9})$/, answerList],
];

/** The answer at an address of bio pages (`/b/…`), rotators (`/r/…`) or campaigns' lists (`/u/…`); null elsewhere. */
export function answerPlace(request: VisitRequest, domain: DomainSnapshot): Answering {
  const [path = ""] = request.url.split("?", 1);
  if (!/^\/[bru]\//.test(path)) return null;
  if (request.method !== "GET" && request.method !== "HEAD")
    return textAnswer(405, "This address answers GET alone.", ["Allow", "GET, HEAD"]);
  for (const [address, answer] of places) {
    const [, part, rest] = address.exec(path) ?? [];
    const name = part && decoded(part);
    if (name) return answer(request, name, rest, domain);
  }
  return missing();
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
