import { getLocale } from "next-intl/server";
import { AppError, type ErrorCode } from "@/lib/errors";
import { refusalIn } from "@/lib/i18n/refusals";

const statuses: Partial<Record<ErrorCode, number>> = { invalid: 400, not_found: 404 };

/** The file that `work` makes, or why there is none. */
export async function fileAnswer(work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(refusalIn(await getLocale(), error.message), { status: statuses[error.code] ?? 403 });
  }
}
