import { journal } from "@/lib/clicks/journal";
import { log } from "@/lib/log";
import { answerLink, answerRoot } from "@/lib/redirects/answer";
import { outage } from "@/lib/redirects/pages";
import { answerScan } from "@/lib/scans/answer";
import type { Answer, Answering } from "./answer";
import { answerPlace } from "./places";
import type { VisitRequest } from "./request";

/** The answer to a request for anything that visitors meet; null where it is for a page of the service itself. */
export function answerVisit(request: VisitRequest): Answering {
  try {
    const answer = answerLink(request) ?? answerScan(request) ?? answerPlace(request) ?? answerRoot(request);
    return answer instanceof Promise ? answer.catch((error: unknown) => failed(request, error)) : answer;
  } catch (error) {
    return failed(request, error);
  }
}

/** Sends an answer once its click is kept. A journal that cannot be written complains itself; links go on working. */
export function afterClick({ click }: Answer, send: () => void): void {
  if (click) journal().record(click.visit, click.subjects, send);
  else send();
}

function failed({ url }: VisitRequest, error: unknown): Answer {
  log.warn({ path: url.split("?", 1)[0], error: String(error) }, "a visit could not be answered");
  return outage();
}
