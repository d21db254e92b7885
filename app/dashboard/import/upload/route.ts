import { getTranslations } from "next-intl/server";
import { id } from "@/lib/api/fields";
import { parse } from "@/lib/api/request";
import { costs } from "@/lib/auth/budget";
import { AppError } from "@/lib/errors";
import { createImport } from "@/lib/imports/service";
import { takeUpload } from "@/lib/uploads/form";
import { isOwnForm } from "@/lib/visit/own-form";
import { z } from "@/lib/zod";
import { act } from "../../act";

const given = z.object({ domain: id().optional() });

/** Takes a file of links and says where its import is. A script gets an `ActionResult`, a form without one a page. */
export async function POST(request: Request) {
  const result = await act(async (actor) => {
    if (!isOwnForm({ headers: Object.fromEntries(request.headers) })) {
      throw new AppError("forbidden", (await getTranslations("imports"))("foreign"));
    }
    const { id } = await takeUpload(request, ({ name, fields, chunks }) =>
      createImport(actor, { fileName: name, domainId: parse(given, fields).domain }, chunks),
    );
    return id;
  }, costs.file);
  if (request.headers.get("accept")?.includes("application/json")) return Response.json(result);
  if (!result.ok) return new Response(result.error, { status: 400 });
  // The address as it was asked for: behind a proxy, Next knows another one.
  return new Response(null, { status: 303, headers: { Location: `/dashboard/import/${result.value}` } });
}
