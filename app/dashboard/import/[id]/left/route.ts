import { getLocale } from "next-intl/server";
import { contentTypes, download } from "@/lib/platform/files/download";
import { leftoverLines } from "@/lib/resources/imports/leftovers";
import { jobOwnerOf } from "@/lib/transfers/job";
import { offloadLines } from "@/lib/transfers/offload";
import { fileAnswer } from "../../../_lib/file-answer";
import { loadImport } from "../../../_lib/owned-row-loader";

/** The rows that were not imported, with the reason for each, as a file that can be corrected and imported again. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/import/[id]/left">) {
  const { actor, row } = await loadImport((await params).id);
  const { id, fileName } = row.import;
  const locale = await getLocale();
  const job = { kind: "leftovers", ...jobOwnerOf(actor), importId: id, locale } as const;
  const lines = (gone: AbortSignal) => offloadLines(job, gone, () => leftoverLines(actor, id, locale));
  const name = `${fileName.replace(/\.\w+$/, "")}-left.csv`;
  return fileAnswer(request, () => download(name, contentTypes.csv, lines));
}
