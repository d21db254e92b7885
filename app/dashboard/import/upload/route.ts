import { costs } from "@/lib/auth/budget";
import { AppError } from "@/lib/contract/errors";
import { id } from "@/lib/contract/fields";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { createImport } from "@/lib/resources/imports/service";
import { takeUpload } from "@/lib/resources/uploads/form";
import { isSameOriginForm } from "@/lib/visits/core/request";
import { act, requireStillMay } from "../../_lib/act";

const given = z.object({ domain: id().optional() });

/** Passes on chunks, and calls `atEnd` once all have arrived. */
async function* untilEnd(chunks: AsyncIterable<Uint8Array>, atEnd: () => Promise<void>): AsyncGenerator<Uint8Array> {
  yield* chunks;
  await atEnd();
}

/**
 * Receives a file of links and returns the address of its import. Scripts get an `ActionResult`; a form without scripts
 * gets a redirect.
 */
export async function POST(request: Request) {
  const result = await act(async (actor) => {
    if (!isSameOriginForm({ headers: Object.fromEntries(request.headers) })) {
      throw new AppError("import_from_elsewhere");
    }
    const { id } = await takeUpload(request, ({ name, fields, chunks }) =>
      createImport(
        actor,
        { fileName: name, domainId: parse(given, fields).domain },
        untilEnd(chunks, () => requireStillMay(actor, "links:write")),
      ),
    );
    return id;
  }, costs.file);
  if (request.headers.get("accept")?.includes("application/json")) return Response.json(result);
  if (!result.ok) return new Response(result.error, { status: 400 });
  // A relative address, because behind a proxy Next does not know the public one.
  return new Response(null, { status: 303, headers: { Location: `/dashboard/import/${result.value}` } });
}
