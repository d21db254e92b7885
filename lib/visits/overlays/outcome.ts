import type { Visit } from "@/lib/clicks/visit";
import { AppError } from "@/lib/contract/errors";
import type { ErrorKind } from "@/lib/contract/refusal-kinds";
import { type AskingOverlay, takeAnswer, votesOf } from "@/lib/resources/overlays/answers";
import { isOwnForm } from "@/lib/visits/own-form";
import type { VisitRequest } from "@/lib/visits/request";
import type { Problems } from "./form";
import type { Outcome } from "./layer";

const statusOf: Partial<Record<ErrorKind, number>> = { forbidden: 403, rate_limited: 429 };

/** What becomes of the answer that a visitor posted through the overlay of a link. */
export async function outcomeOf(
  overlay: AskingOverlay,
  linkId: number,
  request: VisitRequest,
  form: URLSearchParams,
  visit: Visit,
): Promise<{ status: number; outcome: Outcome }> {
  try {
    if (!isOwnForm(request)) throw new AppError("answer_from_elsewhere");
    const taken = await takeAnswer(overlay, linkId, form, visit);
    return { status: 200, outcome: await thanksFor(overlay, taken) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: statusOf[error.kind] ?? 400, outcome: { attempt: { values: form, problems: problemsOf(error) } } };
  }
}

async function thanksFor(overlay: AskingOverlay, taken: boolean): Promise<Outcome> {
  const thanks = overlay.content.thanks ?? "Thank you.";
  if (overlay.type !== "poll") return { thanks };
  return { thanks: taken ? thanks : "You have voted already.", votes: await votesOf(overlay) };
}

function problemsOf({ fields, message }: AppError): Problems {
  return fields ? Object.fromEntries(fields.map((field) => [field.path, field.message])) : { form: message };
}
