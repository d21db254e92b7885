import { getLocale } from "next-intl/server";
import { requireActor } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { exportFile } from "@/lib/exports/file";
import { refusalIn } from "@/lib/i18n/refusals";

/** A file of what the account owns. */
export async function GET(_request: Request, { params }: RouteContext<"/dashboard/export/[file]">) {
  const actor = await requireActor();
  try {
    return exportFile(actor, (await params).file);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(refusalIn(await getLocale(), error.message), {
      status: error.code === "not_found" ? 404 : 403,
    });
  }
}
