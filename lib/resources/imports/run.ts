import { Prisma } from "@/generated/prisma/client";
import { type Actor, authorOf, findActor } from "@/lib/auth/actor";
import { foldAlias, linkKey } from "@/lib/contract/alias";
import { AppError } from "@/lib/contract/errors";
import { type Refusal, refusal, writeRefusal } from "@/lib/contract/refusal";
import { authored, requestOf } from "@/lib/platform/database/author";
import { db, type Transaction } from "@/lib/platform/database/db";
import { unavailable } from "@/lib/platform/database/outage";
import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { blocklist } from "@/lib/platform/network/blocklist";
import { isListed } from "@/lib/platform/network/host-list";
import type { ImportedLink } from "@/lib/resources/imports/format/schema";
import { keepOverwritten } from "@/lib/resources/links/bulk/overwritten";
import { lockLinks } from "@/lib/resources/links/bulk/steps";
import { References } from "@/lib/resources/links/references";
import { invalidateLink } from "@/lib/resources/links/service";
import { readRules } from "@/lib/resources/links/stored";
import { limitReached, withRoomInTransaction } from "@/lib/resources/plans/quota";
import { isStorageFull, storageFull } from "@/lib/resources/plans/storage";
import { type Counts, count, parseCounts } from "./counts";
import { createLinks, type Row, type RowResult, settingsOf } from "./create-links";

/** Links per transaction: few enough that the user's other requests do not wait long. */
const batchSize = 500;
const rowsLeftOutAtOnce = 20_000;
/** Far longer than a batch takes. A batch also locks its rows, so two processes on one import do no harm. */
const leaseMs = 5_000;
const maxFailures = 3;

interface Running {
  id: number;
  userId: number;
  /** who started it; null for the account's owner */
  memberId: number | null;
  rename: boolean;
  overwrite: boolean;
}

/**
 * Runs every started import that no process works on: new ones, and those of a process that died. Each batch creates
 * its links and records the results in one transaction, so that no link is ever created twice.
 */
export async function resumeImports(): Promise<void> {
  for (let next = await claim(); next; next = await claim()) {
    await runImport(next);
  }
}

async function runImport(running: Running): Promise<void> {
  for (let failures = 0; failures < maxFailures; ) {
    try {
      // An import is one entry of the audit log, however many batches and processes it takes.
      const as = { operation: "import", request: requestOf(`import ${running.id}`) };
      for (let more = true; more; ) {
        // Load the actor again: they may have been removed since the last batch, or got another role.
        const actor = await findActor(running.userId, running.memberId);
        more = await authored({ ...authorOf(actor), ...as }, () => runBatch(actor, running));
        if (more) await renew(running.id);
      }
      return;
    } catch (error) {
      if (error instanceof AppError && error.kind === "forbidden")
        return stop(running.id, refusal("import_not_allowed"));
      if (unavailable(error)) throw error;
      log.error({ error, import: running.id }, "an import failed");
      failures++;
    }
  }
  // If it were tried forever, no other import would ever run.
  await stop(running.id, refusal("import_failed"));
}

/** Returns whether an import is waiting to be run. */
export async function isImportWaiting(): Promise<boolean> {
  return (await db.import.count({ where: waiting() })) > 0;
}

const waiting = (): Prisma.ImportWhereInput => ({
  status: "running",
  OR: [{ leaseUntil: null }, { leaseUntil: { lt: new Date() } }],
});

async function claim(): Promise<Running | undefined> {
  const [claimed] = await statement<Running>(
    `UPDATE imports SET lease_until = now() + $1 * interval '1 ms' WHERE id = (
      SELECT id FROM imports WHERE status = 'running' AND (lease_until IS NULL OR lease_until < now())
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, user_id AS "userId", member_id AS "memberId", rename, overwrite`,
    [leaseMs],
  );
  return claimed;
}

const renew = (id: number) =>
  statement("UPDATE imports SET lease_until = now() + $1 * interval '1 ms' WHERE id = $2 AND status = 'running'", [
    leaseMs,
    id,
  ]);

/** Returns whether there is more to do. */
async function runBatch(actor: Actor, { id, rename, overwrite }: Running): Promise<boolean> {
  // Check the storage for each batch: its links may be large.
  const full = await isStorageFull(actor);
  const work = async (tx: Transaction, room: number): Promise<boolean> => {
    const counts = await lockedCounts(tx, id);
    // The user has deleted the import.
    if (!counts) return false;
    const overwritable = overwrite ? await overwritableRows(tx, id) : [];
    const rows = overwritable.length > 0 ? overwritable : await nextRows(tx, id, rename);
    if (rows.length === 0) return finish(tx, id, counts, null);
    // Overwriting needs no room for links.
    const most = overwritable.length > 0 ? overwritable.length : room;
    if (full || most <= 0) {
      return finish(tx, id, counts, full ? storageFull(actor) : limitReached(actor, "links"));
    }
    const batch = rows.slice(0, most);
    const settled =
      overwritable.length > 0
        ? await overwriteLinks(tx, actor, overwritable)
        : await createLinks(tx, actor, batch, rename);
    recount(counts, batch, settled);
    await saveOutcomes(tx, id, counts, settled);
    return true;
  };
  return withRoomInTransaction(actor, "links", work);
}

/** Ends an import and leaves out its remaining rows, for this reason. */
async function stop(id: number, reason: Refusal): Promise<void> {
  const some = () =>
    db.$transaction(async (tx) => {
      const counts = await lockedCounts(tx, id);
      return counts ? finish(tx, id, counts, reason) : false;
    });
  while (await some()) await renew(id);
}

/** Locks the import, so that a second process on it has to wait. */
async function lockedCounts(tx: Transaction, id: number): Promise<Counts | undefined> {
  const [found] = await tx.$queryRaw<{ counts: unknown }[]>`SELECT counts FROM imports WHERE id = ${id} FOR UPDATE`;
  return found && parseCounts(found.counts);
}

function recount(counts: Counts, rows: Row[], settled: RowResult[]): void {
  const byRow = new Map(rows.map((row) => [row.row, row]));
  for (const { row, outcome } of settled) {
    const before = byRow.get(row);
    if (!before) continue;
    count(counts, before.outcome, before.partial, -1);
    count(counts, outcome, before.partial);
  }
}

/**
 * Returns the oldest remaining rows of each outcome, in the order of the index: lists show links in the order in which
 * they are created. Aliases with a suffix come last, so that none of them takes an alias that appears further down in
 * the file.
 */
async function nextRows(tx: Transaction, id: number, rename: boolean): Promise<Row[]> {
  const first = (rows: Prisma.Sql) => tx.$queryRaw<Row[]>`
    SELECT "row", outcome, link, "domainId", partial FROM (${rows}) AS one
    ORDER BY created_at, "row" LIMIT ${batchSize}`;
  const ready = oldestRows(id, "ready");
  if (!rename) return first(ready);
  const rows = await first(
    Prisma.sql`${ready} UNION ALL ${oldestRows(id, "taken")} UNION ALL ${oldestRows(id, "own")}`,
  );
  return rows.length > 0 ? rows : first(oldestRows(id, "taken", true));
}

/** The next rows with the alias of another link of the account. */
const overwritableRows = (tx: Transaction, id: number) => tx.$queryRaw<Row[]>`
  SELECT "row", outcome, link, "domainId", partial FROM (${oldestRows(id, "own")}) AS one`;

const oldestRows = (id: number, outcome: Row["outcome"], isSuffixed = false) => Prisma.sql`
  (SELECT "row", outcome, link - 'entry' AS link, domain_id AS "domainId", partial, created_at FROM import_rows
    WHERE import_id = ${id} AND outcome = ${outcome}::"ImportOutcome" AND (link ? 'suffix') = ${isSuffixed}
    ORDER BY created_at, "row" LIMIT ${batchSize})`;

async function saveOutcomes(tx: Transaction, id: number, counts: Counts, rows: RowResult[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE import_rows SET outcome = settled.outcome, message = coalesce(settled.message, import_rows.message)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS settled ("row" int, outcome "ImportOutcome", message text)
    WHERE import_id = ${id} AND import_rows."row" = settled."row"`;
  await tx.import.update({ where: { id }, data: { counts } });
}

/** Leaves out a batch of the remaining rows, which may be nearly all. Returns whether more remain. */
async function finish(tx: Transaction, id: number, counts: Counts, problem: Refusal | null): Promise<boolean> {
  const left = await tx.$queryRaw<{ outcome: Row["outcome"]; partial: boolean; rows: number }[]>`
    WITH rest AS (
      SELECT "row", outcome, partial FROM import_rows
      WHERE import_id = ${id} AND outcome IN ('ready', 'taken', 'own') LIMIT ${rowsLeftOutAtOnce}
    ), settled AS (
      UPDATE import_rows SET outcome = 'left', message = coalesce(${problem && writeRefusal(problem)}, message)
      WHERE import_id = ${id} AND "row" IN (SELECT "row" FROM rest))
    SELECT outcome, partial, count(*)::int AS rows FROM rest GROUP BY 1, 2`;
  for (const { outcome, partial, rows } of left) {
    count(counts, outcome, partial, -rows);
    count(counts, "left", partial, rows);
  }
  const isMore = left.reduce((sum, { rows }) => sum + rows, 0) === rowsLeftOutAtOnce;
  const done = { status: "done", leaseUntil: null, busyUserId: null, touchedAt: new Date() } as const;
  await tx.import.update({ where: { id }, data: { counts, ...(!isMore && done) } });
  return isMore;
}

/**
 * Overwrites the account's links that have these aliases with the destinations and settings of the rows, in the
 * transaction that records the results. Their statistics, tags, channels and campaign stay. A row whose link is gone or
 * cannot be changed is left out with a message that says why.
 */
async function overwriteLinks(tx: Transaction, actor: Actor, requested: Row[]): Promise<RowResult[]> {
  // The blocklist may have changed since the file was checked.
  const blocked = await blocklist();
  const references = new References(actor);
  const links = await lockedLinks(tx, actor, requested);
  const settled: RowResult[] = [];
  const changed: number[] = [];
  for (const row of requested) {
    const { link } = row;
    const leave = (why: Parameters<typeof writeRefusal>[0]) =>
      settled.push({ row: row.row, outcome: "left", message: writeRefusal(why) });
    const present = links.get(linkKey(row.domainId, foldAlias(link.alias ?? "")));
    if (!present) leave(refusal("import_link_gone"));
    else if (isListed(blocked, link.url)) leave(refusal("url_blocked"));
    else {
      const columns = await settingsOf(references, row, readRules(present.rules));
      if ("code" in columns) {
        leave(columns);
        continue;
      }
      const data = { ...columns, ...namedColumns(link) };
      await tx.link.update({ where: { id: present.id, userId: actor.userId }, data, select: { id: true } });
      invalidateLink(present);
      changed.push(present.id);
      settled.push({ row: row.row, outcome: "overwritten" });
    }
  }
  await keepOverwritten(tx, actor, changed);
  return settled;
}

/** Returns the columns for the values in the file. A link keeps its other values. */
async function lockedLinks(tx: Transaction, actor: Actor, rows: Row[]) {
  const found = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM links WHERE user_id = ${actor.userId} AND (domain_id, alias_folded) IN (SELECT * FROM unnest(
      ${rows.map(({ domainId }) => domainId)}::int[], ${rows.map(({ link }) => foldAlias(link.alias ?? ""))}::text[]))`;
  const locked = await lockLinks(
    tx,
    actor,
    found.map(({ id }) => id),
  );
  const rules = await tx.link.findMany({
    where: { id: { in: locked.map(({ id }) => id) } },
    select: { id: true, rules: true },
  });
  const rulesById = new Map(rules.map((link) => [link.id, link.rules]));
  return new Map(
    locked.map((link) => [linkKey(link.domainId, link.aliasFolded), { ...link, rules: rulesById.get(link.id) ?? [] }]),
  );
}

/** The columns for what the file names. A link keeps what the file does not name. */
const namedColumns = ({ url, title, description, expiresAt, clickLimit, status }: ImportedLink) => ({
  destination: url,
  ...(title && { title }),
  ...(description && { description }),
  ...(expiresAt !== undefined && { expiresAt }),
  ...(clickLimit !== undefined && { clickLimit }),
  ...(status !== "public" && { status }),
});
