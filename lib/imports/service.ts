import type { Import, ImportRow, Prisma } from "@/generated/prisma/client";
import { type Listed, type Page, rangeOf } from "@/lib/api/pagination";
import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { AppError, invalid } from "@/lib/errors";
import { deleteOwn, getOwn, listOwn } from "@/lib/own";
import { limitOf, withinLimit } from "@/lib/plans/quota";
import { pool } from "@/lib/pool";
import { Check } from "./check";
import { type FileEntry, readEntries } from "./file";
import { resumeImports } from "./run";
import { type ImportOutcome, importOutcomes } from "./schema";
import { namesDestination, sourceOf } from "./sources";

const checkedAtOnce = 1_000;
const maxRows = 1_000_000;

/** An import and how many of its rows stand where. */
export interface ImportState {
  import: Import;
  counts: Record<ImportOutcome, number>;
  /** of the links that are made, how many have lost something on their way */
  partial: number;
  rows: number;
  /** how many more links the actor's plan allows; null where there is no limit */
  room: number | null;
}

/**
 * Reads a file of links and says what an import would do with each. No link is made before `startImport`. Where the
 * file cannot be read nothing is kept, and the refusal says what is wrong with it.
 */
export async function createImport(
  actor: Actor,
  { fileName, domainId }: { fileName: string; domainId?: number },
  file: AsyncIterable<Uint8Array>,
): Promise<Import> {
  const data = { userId: actor.userId, fileName: nameOf(fileName) };
  const { id } = await withinLimit(actor, "imports", (tx) => tx.import.create({ data }));
  try {
    const check = await Check.for(actor, domainId);
    const source = await stage(check, id, file);
    return await db.import.update({ where: { id }, data: { source, status: "checked", made: check.made as object[] } });
  } catch (error) {
    await db.import.deleteMany({ where: { id } });
    throw error;
  }
}

const nameOf = (fileName: string) => fileName.replaceAll("\0", "").slice(0, 255);

async function stage(check: Check, id: number, file: AsyncIterable<Uint8Array>): Promise<string> {
  let source: string | undefined;
  let rows = 0;
  let entries: FileEntry[] = [];
  let leads = false;
  const flush = async () => {
    await pool.query(stageRows, [id, rows, JSON.stringify(await check.rows(entries))]);
    rows += entries.length;
    entries = [];
  };
  for await (const entry of readEntries(file)) {
    source ??= sourceOf(entry);
    leads ||= namesDestination(entry);
    if (rows + entries.length >= maxRows) throw tooMany();
    if (entries.push(entry) === checkedAtOnce) await flush();
  }
  if (entries.length > 0) await flush();
  if (rows === 0) throw invalid("file", "There are no links in this file.");
  if (!leads)
    throw invalid("file", "None of the columns holds the addresses that links lead to. Name one of them url.");
  return source ?? "csv";
}

// As one value: a thousand rows of Prisma's are many thousand.
const stageRows = `INSERT INTO import_rows (import_id, "row", link, domain_id, outcome, message, created_at, partial)
  SELECT $1, $2 + number, entry->'link', (entry->>'domainId')::int, (entry->>'outcome')::"ImportOutcome",
    entry->>'message', (entry->'link'->>'createdAt')::timestamptz, entry->'link' ? 'lost'
  FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS checked (entry, number)`;

const tooMany = () =>
  invalid("file", `This file has more than ${maxRows.toLocaleString("en")} links. Please split it.`);

export interface ListedImport extends Import {
  /** how many it has made */
  links: number;
}

/** A page of the actor's imports, newest first. */
export async function listImports(actor: Actor, page: Page): Promise<Listed<ListedImport>> {
  const { rows, total } = await listOwn(db.import, actor, page);
  const made = await db.importRow.groupBy({
    by: ["importId"],
    where: { importId: { in: rows.map(({ id }) => id) }, outcome: { in: ["created", "renamed"] } },
    _count: true,
  });
  const links = new Map(made.map(({ importId, _count }) => [importId, _count]));
  return { rows: rows.map((row) => ({ ...row, links: links.get(row.id) ?? 0 })), total };
}

/** Where an import stands. Asked again and again while it runs, so it also gets a forgotten one going. */
export async function importState(actor: Actor, id: number): Promise<ImportState> {
  const found = await getOwn(db.import, actor, id, "import");
  if (found.status === "running") void resumeImports();
  const [groups, partial] = await Promise.all([
    db.importRow.groupBy({ by: ["outcome"], where: { importId: id }, _count: true }),
    db.importRow.count({ where: rowsAt(id, "partial") }),
  ]);
  const counts = Object.fromEntries(
    importOutcomes.map((outcome) => [outcome, groups.find((group) => group.outcome === outcome)?._count ?? 0]),
  ) as Record<ImportOutcome, number>;
  const limit = limitOf(actor, "links");
  const links = limit === null ? 0 : await db.link.count({ where: { userId: actor.userId } });
  return {
    import: found,
    counts,
    partial,
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    room: limit === null ? null : Math.max(0, limit - links),
  };
}

const rowsAt = (importId: number, at: ImportOutcome | "partial"): Prisma.ImportRowWhereInput =>
  at === "partial"
    ? { importId, partial: true, outcome: { in: ["ready", "taken", "created", "renamed"] } }
    : { importId, outcome: at };

/** The rows of an import that stand at an outcome, or whose links lose something, in the order of the file. */
export async function importRows(
  actor: Actor,
  id: number,
  at: ImportOutcome | "partial",
  page: Page,
): Promise<Listed<ImportRow>> {
  await getOwn(db.import, actor, id, "import");
  const where = rowsAt(id, at);
  const [rows, total] = await Promise.all([
    db.importRow.findMany({ where, orderBy: { row: "asc" }, ...rangeOf(page) }),
    db.importRow.count({ where }),
  ]);
  return { rows, total };
}

/** The rows that did not become links, in the order of the file. Read as they are used. */
export async function leftovers(actor: Actor, id: number): Promise<AsyncGenerator<ImportRow>> {
  await getOwn(db.import, actor, id, "import");
  return rows();

  async function* rows() {
    let after = 0;
    for (;;) {
      const found = await db.importRow.findMany({
        where: { importId: id, outcome: { in: ["invalid", "taken", "repeated", "left"] }, row: { gt: after } },
        orderBy: { row: "asc" },
        take: checkedAtOnce,
      });
      yield* found;
      if (found.length < checkedAtOnce) return;
      after = found.at(-1)?.row ?? after;
    }
  }
}

/** Begins to make the links. It goes on in the background, and at the next start where the process dies. */
export async function startImport(actor: Actor, id: number, rename: boolean): Promise<void> {
  const started = await db.import.updateMany({
    where: { id, userId: actor.userId, status: "checked" },
    data: { status: "running", rename },
  });
  if (started.count === 0) {
    await getOwn(db.import, actor, id, "import");
    throw new AppError("conflict", "This import has been started already.");
  }
  void resumeImports();
}

/** Forgets an import and its rows; one that runs stops. The links that it made stay. */
export const deleteImport = (actor: Actor, id: number) => deleteOwn(db.import, actor, id, "import");
