import { requireActor } from "@/lib/auth/session";
import { parse } from "@/lib/contract/parse";
import { codesLabels, codesZip } from "@/lib/resources/qr-files/file";
import { codesLabelsBody, codesZipBody } from "@/lib/resources/qr-files/schema";
import { fileAnswer, readSelection } from "../../_lib/file-answer";

/** Downloads the QR codes of the selected links: with `?paper=` as a PDF of labels, else as pictures in a ZIP. */
export async function GET(request: Request) {
  const actor = await requireActor();
  const query = new URL(request.url).searchParams;
  const input = { ...Object.fromEntries(query), ...readSelection(query) };
  return fileAnswer(request, () =>
    query.has("paper")
      ? codesLabels(actor, parse(codesLabelsBody, input))
      : codesZip(actor, parse(codesZipBody, input)),
  );
}
