import type { Actor } from "@/lib/auth/actor";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { studio } from "@/lib/drawing/drawing-processes";
import { type LabelGrid, labelsOn, type Paper } from "@/lib/drawing/label-layout";
import type { LabelContent } from "@/lib/drawing/label-page";
import type { DrawnCode } from "./drawn-codes";

/** Puts codes, which are PDFs, on labels. Pages are finished one by one, because unfinished ones take much memory. */
export async function* labelsOf(
  actor: Actor,
  codes: AsyncIterable<DrawnCode>,
  { paper, labels: grid }: { paper: Paper; labels: LabelGrid },
): AsyncGenerator<Uint8Array> {
  const onPage = labelsOn(paper, grid).length;
  const pages: Uint8Array[] = [];
  let contents: LabelContent[] = [];
  const finish = async () => {
    pages.push(await studio().have("labelPage", { contents, paper, grid }, actor));
    contents = [];
  };
  for await (const { picture, shortUrl, payload } of codes) {
    contents.push({ code: picture, address: withoutScheme(shortUrl), encoded: withoutScheme(payload) });
    if (contents.length === onPage) await finish();
  }
  if (contents.length > 0) await finish();
  yield await studio().have("joinPages", { pages }, actor);
}
