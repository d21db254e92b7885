import { costs } from "@/lib/auth/budget";
import { AppError } from "@/lib/contract/errors";
import { id } from "@/lib/contract/fields";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { createImport } from "@/lib/resources/imports/service";
import { takeUpload } from "@/lib/resources/uploads/form";
import { isOwnForm } from "@/lib/visits/own-form";
import { act } from "../../act";

const given = z.object({ domain: id().optional() });

/** Takes a file of links and says where its import is. A script gets an `ActionResult`, a form without one a page. */
export async function POST(request: Request) {
  const result = await act(async (actor) => {
    if (!isOwnForm({ headers: Object.fromEntries(request.headers) })) {
      throw new AppError("import_from_elsewhere");
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
