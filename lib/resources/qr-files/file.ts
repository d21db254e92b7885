import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { notFound } from "@/lib/contract/errors";
import { statement } from "@/lib/platform/database/statement";
import { type Download, download } from "@/lib/platform/files/download";
import type { LinkSelection } from "@/lib/resources/links/bulk/schema";
import { selectedIds } from "@/lib/resources/links/bulk/service";
import { type CodesFile, type CodesJob, jobOwnerOf } from "@/lib/transfers/job";
import { offloadBytes } from "@/lib/transfers/offload";
import type { CodesLabels, CodesZip } from "./schema";

/** The QR codes of the selected links as pictures in a ZIP, sent while they are drawn. */
export async function codesZip(
  actor: Actor,
  { format = "svg", size = 1024, ...selection }: CodesZip,
): Promise<Download> {
  authorize(actor, "links:read");
  return fileOf(actor, selection, { kind: "zip", format, size }, "application/zip");
}

/** The QR codes of the selected links as a PDF of labels. */
export async function codesLabels(
  actor: Actor,
  { paper = "a4", labels = "3x8", ...selection }: CodesLabels,
): Promise<Download> {
  authorize(actor, "links:read");
  return fileOf(actor, selection, { kind: "labels", paper, labels }, "application/pdf");
}

async function fileOf(actor: Actor, selection: LinkSelection, file: CodesFile, type: string): Promise<Download> {
  const ids = await idsOfAccount(actor, await selectedIds(actor, selection));
  if (ids.length === 0) throw notFound("link");
  const job: CodesJob = { kind: "codes", ...jobOwnerOf(actor), ids, file };
  return download(`qr-codes.${file.kind === "zip" ? "zip" : "pdf"}`, type, (gone) =>
    offloadBytes(job, gone, async function* () {
      const { drawCodes } = await import("./codes");
      yield* drawCodes(actor, job);
    }),
  );
}

/** Returns the actor's links among these, in the same order. */
async function idsOfAccount({ userId }: Actor, ids: number[]): Promise<number[]> {
  const rows = await statement<{ id: number }>("SELECT id FROM links WHERE user_id = $1 AND id = ANY($2::int[])", [
    userId,
    ids,
  ]);
  const own = new Set(rows.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => own.has(id));
}
