import type { Visit } from "@/lib/clicks/visit";
import { AppError } from "@/lib/errors";
import type { Answer } from "@/lib/visit/answer";
import { isOwnForm } from "@/lib/visit/own-form";
import type { VisitRequest } from "@/lib/visit/request";
import { takeAnswer, votesOf } from "./answers";
import type { OverlaySnapshot } from "./cache";
import type { Problems } from "./form";
import { asks, type Outcome, overlayPage } from "./page";

const maxFormBytes = 32 * 1024;

interface Shown {
  overlay: OverlaySnapshot;
  linkId: number;
  /** the document's title */
  title: string;
  /** the page that it is shown over */
  to: string;
}

/** A link's overlay over its destination, and what becomes of the answer that a visitor sends through it. */
export async function answerOverlay(request: VisitRequest, visit: Visit, shown: Shown): Promise<Answer> {
  const { overlay, title, to } = shown;
  if (request.method !== "POST" || !asks(overlay)) return overlayPage(overlay, title, to);
  const form = await request.form(maxFormBytes);
  try {
    if (!isOwnForm(request)) throw new AppError("forbidden", "Please send your answer from this page.");
    const taken = await takeAnswer(overlay, shown.linkId, form, visit);
    return overlayPage(overlay, title, to, await thanksFor(overlay, taken));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const attempt = { values: form, problems: problemsOf(error) };
    return { ...overlayPage(overlay, title, to, { attempt }), status: statusOf[error.code] ?? 400 };
  }
}

const statusOf: Partial<Record<AppError["code"], number>> = { forbidden: 403, rate_limited: 429 };

async function thanksFor(overlay: Parameters<typeof takeAnswer>[0], taken: boolean): Promise<Outcome> {
  const thanks = overlay.content.thanks ?? "Thank you.";
  if (overlay.type !== "poll") return { thanks };
  return { thanks: taken ? thanks : "You have voted already.", votes: await votesOf(overlay) };
}

function problemsOf({ fields, message }: AppError): Problems {
  return fields ? Object.fromEntries(fields.map((field) => [field.path, field.message])) : { form: message };
}
