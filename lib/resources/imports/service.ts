import type { Import, ImportRow, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { type Listed, type Page, rangeOf } from "@/lib/contract/pagination";
import { db, isUniqueViolation } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow } from "@/lib/resources/ownership";
import { limitOf } from "@/lib/resources/plans/quota";
import { offloadImports } from "@/lib/transfers/offload";
import { beginImport, claimForReading, importUnderWayError } from "./begin";
import { type Counts, parseCounts, sumRows } from "./counts";
import { readEntries } from "./file";
import type { CheckHow, Reading, TakenChoice } from "./format/schema";
import type { ImportOutcome } from "./outcomes";
import { endReading, receiveAndRead } from "./read-file";
import { readColumns } from "./stored";
import { storedEntries } from "./stored-entries";

/** Well below the time for which a connection may be silent, because several files may be waiting to be read. */
const answerWithinMs = 30_000;

/** An import, and its rows by outcome. */
export interface ImportState {
  import: Import;
  counts: Record<ImportOutcome, number>;
  /** how many of the created links lose something */
  partial: number;
  rows: number;
  /** how many more links the actor's plan allows; null if it has no limit */
  room: number | null;
}

/**
 * Reads a file of links and reports what an import would do with each. No link is created before `startImport`. If the
 * file cannot be read, nothing is stored and the refusal says why.
 */
export async function createImport(
  actor: Actor,
  { fileName, domainId }: { fileName: string; domainId?: number },
  file: AsyncIterable<Uint8Array>,
): Promise<Import> {
  authorize(actor, "links:write");
  const how = { domainId };
  const begun = await beginImport(actor, fileName, how);
  const forget = async () => {
    await db.import.deleteMany({ where: { id: begun.id } });
    return false;
  };
  return readFile(actor, begun, file, how, forget);
}

/** Reads the file of an import again in another way. If that fails, the import says why. */
export async function readAgain(actor: Actor, id: number, reading: Reading): Promise<Import> {
  authorize(actor, "links:write");
  const before = await getOwnedRow(actor, "import", id);
  const columns = readColumns(before.columns);
  // An earlier version read this file and did not store its entries.
  if (!columns && before.status === "checked") throw new AppError("import_erased");
  const how = { domainId: columns?.domainId, reading, before: columns ?? undefined };
  await claimForReading(actor, id, how);
  const begun = { ...before, tries: 0 };
  return readFile(actor, begun, storedEntries(id), how, (error) => endReading(begun, error));
}

/** `failed` is called if the file cannot be read while the request still waits for the answer. */
async function readFile(
  actor: Actor,
  begun: Import,
  file: AsyncIterable<Uint8Array>,
  how: CheckHow,
  failed: (error: unknown) => Promise<boolean>,
): Promise<Import> {
  let arrived = () => {};
  const late = new Promise<"late">((resolve) => {
    arrived = () => setTimeout(resolve, answerWithinMs, "late").unref();
  });
  let answered = false;
  const reading = receiveAndRead(actor, begun, file, how, {
    arrived: () => arrived(),
    failed: (error) => (answered ? endReading(begun, error) : failed(error)),
  });
  // If the request no longer waits, the page of the import shows the problem.
  reading.catch(() => undefined);
  answered = (await Promise.race([reading, late])) === "late";
  return answered ? begun : db.import.findUniqueOrThrow({ where: { id: begun.id } });
}

export interface ListedImport extends Import {
  /** how many links it has created or overwritten */
  links: number;
}

/** A page of the actor's imports, newest first. */
export async function listImports(actor: Actor, page: Page): Promise<Listed<ListedImport>> {
  const { rows, total } = await listOwnedRows(actor, "import", page);
  const linksOf = ({ created, renamed, overwritten }: Counts) => created + renamed + overwritten;
  return { rows: rows.map((row) => ({ ...row, links: linksOf(parseCounts(row.counts)) })), total };
}

/** Returns the state of an import. Pages poll it while the import runs, so it also resumes one that was abandoned. */
export async function importState(actor: Actor, id: number): Promise<ImportState> {
  const found = await getOwnedRow(actor, "import", id);
  if (found.status === "running" && !(found.leaseUntil && found.leaseUntil > new Date())) resumeInOtherProcess();
  const limit = limitOf(actor, "links");
  const links = limit === null ? 0 : await db.link.count({ where: { userId: actor.userId, archived: false } });
  const { partial, ...counts } = parseCounts(found.counts);
  return {
    import: found,
    counts,
    partial,
    rows: sumRows(counts),
    room: limit === null ? null : Math.max(0, limit - links),
  };
}

const rowsAt = (importId: number, at: ImportOutcome | "partial"): Prisma.ImportRowWhereInput =>
  at === "partial"
    ? { importId, partial: true, outcome: { in: ["ready", "taken", "own", "created", "renamed", "overwritten"] } }
    : { importId, outcome: at };

/** The rows of an import with a certain outcome, or those that lose something, in the order of the file. */
export async function importRows(
  actor: Actor,
  id: number,
  at: ImportOutcome | "partial",
  page: Page,
): Promise<Listed<ImportRow>> {
  await getOwnedRow(actor, "import", id);
  const where = rowsAt(id, at);
  const [rows, total] = await Promise.all([
    db.importRow.findMany({ where, orderBy: { row: "asc" }, ...rangeOf(page) }),
    db.importRow.count({ where }),
  ]);
  return { rows, total };
}

/** Starts creating the links. This continues in the background, and at the next start if the process dies. */
export async function startImport(actor: Actor, id: number, taken: TakenChoice): Promise<void> {
  authorize(actor, "links:write");
  const started = await db.import
    .updateMany({
      where: { id, userId: actor.userId, status: "checked", erasedAt: null },
      data: {
        status: "running",
        rename: taken === "suffix",
        overwrite: taken === "overwrite",
        memberId: actor.by.userId,
        busyUserId: actor.userId,
        touchedAt: new Date(),
      },
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? importUnderWayError() : error;
    });
  if (started.count === 0) {
    const { erasedAt } = await getOwnedRow(actor, "import", id);
    throw new AppError(erasedAt ? "import_erased" : "import_started");
  }
  resumeInOtherProcess();
}

/** Returns what the account chose for taken aliases when it last started an import; `skip` before that. */
export async function rememberedChoice(actor: Actor): Promise<TakenChoice> {
  authorize(actor, "links:read");
  const where: Prisma.ImportWhereInput = { userId: actor.userId, status: { in: ["running", "done"] }, problem: null };
  const last = await db.import.findFirst({ where, orderBy: { id: "desc" }, select: { rename: true, overwrite: true } });
  if (last?.overwrite) return "overwrite";
  return last?.rename ? "suffix" : "skip";
}

// The code that reads and creates links uses much memory, so the process that answers visitors does not load it.
const resumeInOtherProcess = () => offloadImports(async () => (await import("./run")).resumeImports());

/** Deletes an import and its rows; a running one stops. Links that it created stay. */
export const deleteImport = (actor: Actor, id: number) => deleteOwnedRow(db.import, actor, id, "import");

const batch = 5_000;

/**
 * Erases the rows of imports without activity for a week; their counts are kept. Imports that are already marked were
 * left by an earlier sweep.
 */
export async function sweepImports(): Promise<void> {
  await statement(mark);
  for (;;) {
    const rows = await statement<{ id: number }>(marked);
    const [oldest] = rows;
    if (!oldest) return;
    while ((await statement(erase, [oldest.id, batch])).length === batch);
  }
}

const mark = `UPDATE imports SET erased_at = now(), bytes = 0
  WHERE erased_at IS NULL AND status IN ('checked', 'done') AND touched_at < now() - interval '7 days'`;

const marked = `SELECT id FROM imports WHERE erased_at IS NOT NULL
  AND EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id) LIMIT 1`;

const erase = `DELETE FROM import_rows WHERE (import_id, "row") IN (
  SELECT import_id, "row" FROM import_rows WHERE import_id = $1 LIMIT $2) RETURNING 1`;

/** How many entries are shown, and how much of each value. */
const shown = 3;
const longest = 60;

/** Returns the first values of each column of an import's file, as far as its entries are stored. */
export async function firstValues(actor: Actor, id: number): Promise<Record<string, string[]>> {
  await getOwnedRow(actor, "import", id);
  const values: Record<string, string[]> = {};
  let read = 0;
  for await (const entry of readEntries(storedEntries(id, shown))) {
    for (const [name, value] of Object.entries(entry)) {
      const text = textOf(value);
      if (text === "") continue;
      values[name] = [...(values[name] ?? []), text.length > longest ? `${text.slice(0, longest)}…` : text];
    }
    if (++read === shown) break;
  }
  return values;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
