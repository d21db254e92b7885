import { readClickId } from "@/lib/clicks/classify/click-id";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { journal } from "@/lib/clicks/journal/journal";
import { ATTRIBUTION_DAYS, isTooLate } from "@/lib/clicks/store/conversion-limits";
import { AppError, presentRefusal, refusedField } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { reportedConversion } from "@/lib/resources/conversions/schema";
import { type Answer, jsonAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { mayReport } from "./limiter";
import { picture } from "./picture";

/**
 * Answers a page or a mail that reports a conversion of a click, in the query of its address. The response is sent once the
 * conversion is kept. Nothing is counted for visitors who ask not to be tracked. Bots are not left out, because mail services
 * load images for their readers.
 */
export async function answerReport(request: VisitRequest): Promise<Answer> {
  const visit = describeVisit(request, request.address);
  if (visit.head || visit.untracked || visit.prefetch) return picture;
  try {
    const { clickid, event, amount, currency } = parse(reportedConversion, queryOf(request.url));
    const click = readClickId(clickid);
    if (!click) throw refusedField("clickid", "click_unknown");
    if (isTooLate(click.at, visit.at)) throw refusedField("clickid", "click_too_old", { days: ATTRIBUTION_DAYS });
    if (await mayReport(visit.address, click.linkId))
      await journal().recordEvent({
        kind: "click conversion",
        at: visit.at,
        clickId: clickid,
        event,
        amount,
        currency,
      });
    return picture;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "invalid") throw error;
    return jsonAnswer(400, { error: 1, ...presentRefusal(error) });
  }
}

const queryOf = (url: string) => Object.fromEntries(new URLSearchParams(url.slice(url.indexOf("?") + 1)));
