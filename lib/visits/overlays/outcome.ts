import { robotOf, type Visit } from "@/lib/clicks/classify/visit";
import { AppError } from "@/lib/contract/errors";
import type { AppLocale } from "@/lib/contract/locales";
import type { ErrorKind } from "@/lib/contract/refusal-kinds";
import { refusalIn } from "@/lib/contract/refusals";
import { countVotes, type OverlayWithFormRow, takeAnswer } from "@/lib/resources/overlays/answers";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { countOverlay } from "@/lib/resources/overlays/counts";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import { isSameOriginForm, type VisitRequest } from "@/lib/visits/core/request";
import { type VisitorWords, visitorWords } from "@/lib/visits/pages/words";
import { hasForm, type Outcome, type Problems } from "./layer";

const statusOf: Partial<Record<ErrorKind, number>> = { forbidden: 403, rate_limited: 429 };

/** Handles the answer that a visitor posted through a link's overlay. */
export async function decideOutcome(
  overlay: OverlayWithFormRow,
  linkId: number,
  request: VisitRequest,
  form: URLSearchParams,
  visit: Visit,
): Promise<{ status: number; outcome: Outcome }> {
  const words = visitorWords(request);
  try {
    if (!isSameOriginForm(request)) throw new AppError("answer_from_elsewhere");
    const taken = await takeAnswer(overlay, linkId, form, visit);
    return { status: 200, outcome: await thanksFor(overlay, taken, words) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problems = problemsOf(error, words.locale);
    return { status: statusOf[error.kind] ?? 400, outcome: { attempt: { values: form, problems } } };
  }
}

async function thanksFor(overlay: OverlayWithFormRow, taken: boolean, { t }: VisitorWords): Promise<Outcome> {
  const thanks = overlay.content.thanks ?? t("overlay.thanks");
  if (overlay.type !== "poll") return { thanks };
  return { thanks: taken ? thanks : t("overlay.voted"), votes: await countVotes(overlay) };
}

function problemsOf(error: AppError, locale: AppLocale): Problems {
  const { fields } = error;
  if (!fields) return { form: refusalIn(locale, error) };
  return Object.fromEntries(fields.map((field) => [field.path, refusalIn(locale, field)]));
}

/** The field in which an overlay's script reports an event. Answers have no such field. */
const field = "overlay";

export const isOverlayEvent = (form: URLSearchParams) => form.has(field);

/** Counts what an overlay's script reports about people. Answers are counted where they are handled. */
export async function countOverlayEvent(
  overlay: OverlaySnapshot,
  form: URLSearchParams,
  request: VisitRequest,
  visit: Visit,
): Promise<Answer> {
  const what = form.get(field);
  const counts = what === "shown" || (what === "used" && !hasForm(overlay));
  if (counts && isSameOriginForm(request) && robotOf(visit) === null)
    await countOverlay(overlay.id, what === "shown" ? "impressions" : "responses", visit.address);
  return textAnswer(200, "");
}
