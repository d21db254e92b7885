import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { notFound } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { contentTypes, type Download, download } from "@/lib/platform/files/download";
import { linkSelection } from "@/lib/resources/links/bulk/schema";
import { selectedIds } from "@/lib/resources/links/bulk/service";
import { requireFeature } from "@/lib/resources/plans/quota";
import { jobOwnerOf } from "@/lib/transfers/job";
import { offloadLines } from "@/lib/transfers/offload";
import { exportLines, parseExportName } from "./lines";

/**
 * A file of the actor's data, sent while it is being read: `links.csv`, `links.jsonl` and so on for each part, and
 * `everything.jsonl`. `selection` limits it to certain links.
 */
export async function exportFile(actor: Actor, fileName: string, selection?: unknown): Promise<Download> {
  authorize(actor, "links:read");
  const { names, format } = parseExportName(fileName);
  const narrows = selection !== undefined;
  if (names.length === 0 || (narrows && fileName !== `links.${format}`)) throw notFound("export");
  if (names.some((name) => name === "audit")) authorize(actor, "audit:read");
  requireFeature(actor, "export");
  const ids = narrows ? await selectedIds(actor, parse(linkSelection, selection)) : undefined;
  return download(fileName, format === "csv" ? contentTypes.csv : contentTypes.jsonl, (gone) =>
    offloadLines({ kind: "export", ...jobOwnerOf(actor), fileName, ids }, gone, () =>
      exportLines(actor, fileName, ids),
    ),
  );
}
