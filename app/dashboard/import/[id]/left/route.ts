import { getLocale } from "next-intl/server";
import { csvResponse } from "@/lib/csv";
import { refusalIn } from "@/lib/i18n/refusals";
import { leftoversTable } from "@/lib/imports/leftovers";
import { fileAnswer } from "../../../file-answer";
import { ownImport } from "../own-import";

/** The lines that did not become links, with the reason of each, as a file that can be mended and brought in again. */
export async function GET(_request: Request, { params }: RouteContext<"/dashboard/import/[id]/left">) {
  const { actor, row } = await ownImport((await params).id);
  return fileAnswer(async () => {
    const locale = await getLocale();
    const { header, rows } = await leftoversTable(actor, row.import.id, (reason) => refusalIn(locale, reason));
    return csvResponse(`${row.import.fileName.replace(/\.\w+$/, "")}-left.csv`, header, rows);
  });
}
