import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Actor } from "@/lib/auth/actor";
import { notFound, refusedField } from "@/lib/contract/errors";
import { fitsColumn } from "@/lib/contract/json-columns";
import { readRefusal, writeRefusal } from "@/lib/contract/refusal";
import { db } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { Check } from "./check";
import { type Counts, count, parseCounts } from "./counts";
import { type FileEntry, type Labels, rawOf, readEntries } from "./file";
import { columnField } from "./format/columns";
import { type CheckHow, type ImportColumns, type Reading, usualReading } from "./format/schema";
import { recognizeColumns } from "./recognize-columns";
import { convertEntry, detectSource, namesDestination } from "./sources";
import { readColumns } from "./stored";
import { storable, toStorable } from "./values";

const checkedAtOnce = 1_000;
/** Bytes of the file per batch, so that a thousand large entries are never in memory together. */
const bytesAtOnce = 2 ** 20;
const maxRows = 1_000_000;
/** The limit for an import's rows, which can take more space than the file. */
export const maxRowBytes = 256 * 2 ** 20;
/** If none of this many entries has a destination, the file contains no links. */
const triedAtMost = 10_000;

/** Reads the file at `path` into rows of the import `id`. Each row says what would happen to its entry. */
export async function checkFile(actor: Actor, id: number, path: string, how: CheckHow = {}): Promise<void> {
  const { domainId, before } = how;
  const check = await Check.for(actor, domainId);
  const labels: Labels = new Map(before?.columns.map(({ name, label }) => [name, label]));
  const staged = new Stage(check, id, labels);
  let read = 0;
  let flushedAt = 0;
  const file = async function* () {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      read += chunk.length;
      yield chunk;
    }
  };
  let source: string | undefined;
  let leads = false;
  let header: string | undefined;
  let entries: FileEntry[] = [];
  let flushes = 0;
  let remembered: Reading | undefined;
  const flush = async () => {
    // Once people have chosen how to read a file, nothing is guessed.
    if (flushes++ === 0 && !remembered && source !== "signpost")
      staged.reading = { ...usualReading, mapping: recognizeColumns(entries, {}) };
    await staged.add(entries);
    entries = [];
    flushedAt = read;
  };
  for await (const entry of readEntries(file(), labels)) {
    source ??= detectSource(entry);
    if (header === undefined) {
      header = before?.header ?? headerOf(entry);
      remembered = how.reading ?? (await rememberedReading(actor.userId, header));
      staged.reading = remembered ?? usualReading;
    }
    leads ||= namesDestination(entry);
    entries.push(entry);
    if (staged.rows + entries.length > maxRows) throw tooMany();
    if (!leads && staged.rows + entries.length > triedAtMost) throw noAddresses();
    if (entries.length === checkedAtOnce || read - flushedAt >= bytesAtOnce) await flush();
  }
  if (entries.length > 0) await flush();
  if (staged.rows === 0) throw refusedField("file", "file_without_links");
  if (!leads) throw noAddresses();
  const repeated = check.repeatedNumbers();
  if (repeated.length > 0) await statement(withoutNumbers, [id, repeated]);
  const columns: ImportColumns = {
    header: header ?? "",
    reading: staged.reading,
    columns: shownColumns(labels, staged.reading.mapping),
    dates: staged.dates,
    unrecognized: [...staged.unrecognized].map(([column, rows]) => ({ column, rows })),
    domainId,
  };
  await db.import.update({
    where: { id },
    data: {
      source: source ?? "csv",
      status: "checked",
      made: check.made as object[],
      columns,
      busyUserId: null,
      leaseUntil: null,
      touchedAt: new Date(),
    },
  });
}

/** Stores the rows of an import and counts them by outcome. */
class Stage {
  rows = 0;
  reading = usualReading;
  /** how the dates of all rows were read */
  readonly dates = { assumed: false, ambiguous: false };
  /** the number of rows with a value that is not imported, by the column's name in the file */
  readonly unrecognized = new Map<string, number>();
  private entries = 0;
  private bytes = 0;
  /** bytes of the entries stored in rows, which have a limit of their own */
  private entryBytes = 0;
  private readonly counts: Counts = parseCounts({});

  constructor(
    private readonly check: Check,
    private readonly id: number,
    private readonly labels: Labels,
  ) {}

  async add(entries: FileEntry[]): Promise<void> {
    const links = entries.flatMap((entry) => this.linksOf(entry));
    const checked = await this.check.rows(links.map(({ link }) => link));
    let batch = 0;
    for (const [index, { outcome, link }] of checked.entries()) {
      count(this.counts, outcome, link.lost !== undefined);
      const { line, raw } = links[index] ?? {};
      if (line !== this.rows + index + 1) link.line = line;
      if (!raw || !fitsColumn("import_rows.link", { ...link, entry: raw })) continue;
      link.entry = raw;
      batch += Buffer.byteLength(JSON.stringify(raw));
    }
    this.entryBytes += batch;
    const rows = JSON.stringify(
      checked.map(({ refused, ...row }) => ({ ...row, message: refused && writeRefusal(refused) })),
    );
    this.bytes += Buffer.byteLength(rows) - batch;
    if (this.bytes > maxRowBytes || this.entryBytes > maxRowBytes) throw tooLong();
    const staged = await statement(stageRows, [this.id, this.rows, rows, this.counts, this.bytes]);
    // The user has deleted the import meanwhile.
    if (staged.length === 0) throw notFound("import");
    this.rows += checked.length;
  }

  /** Counts the rows with values of columns that are not recognized, so that each column can be named once. */
  private countUnrecognized(notes: string[]): void {
    for (const text of notes) {
      const found = text.startsWith('{"code":"import_column_unknown"') ? readRefusal(text) : null;
      if (!found) continue;
      const column = String(found.params?.column);
      if (this.unrecognized.size < mostColumns || this.unrecognized.has(column))
        this.unrecognized.set(column, (this.unrecognized.get(column) ?? 0) + 1);
    }
  }

  private linksOf(entry: FileEntry) {
    const line = ++this.entries;
    return convertEntry(entry, this.reading, this.labels).map((link, index) => {
      this.dates.assumed ||= link.dates.assumed;
      this.dates.ambiguous ||= link.dates.ambiguous;
      this.countUnrecognized(link.link.lost ?? []);
      return { link, line, raw: index === 0 ? rawForDatabase(entry) : undefined };
    });
  }
}

/** The database cannot store NUL or lone surrogates. */
const rawForDatabase = (entry: FileEntry) => toStorable(rawOf(entry)) as Record<string, unknown>;

// The rows are one JSON parameter: with Prisma, a thousand rows would be many thousand parameters.
const stageRows = `WITH staged AS (
    INSERT INTO import_rows (import_id, "row", link, domain_id, outcome, message, created_at, partial)
    SELECT id, $2 + number, entry->'link', (entry->>'domainId')::int, (entry->>'outcome')::"ImportOutcome",
      entry->>'message', (entry->'link'->>'createdAt')::timestamptz, entry->'link' ? 'lost'
    FROM imports, jsonb_array_elements($3::jsonb) WITH ORDINALITY AS checked (entry, number) WHERE id = $1)
  UPDATE imports SET counts = $4, bytes = $5 WHERE id = $1 RETURNING id`;

// These links get a random alias instead.
const withoutNumbers = `UPDATE import_rows SET link = link - 'numbered'
  WHERE import_id = $1 AND outcome IN ('taken', 'own') AND link->>'numbered' = ANY($2)`;

const tooMany = () => refusedField("file", "file_too_many_links", { count: maxRows });

const tooLong = () => refusedField("file", "import_too_large");

const noAddresses = () => refusedField("file", "file_without_addresses");

const mostColumns = 200;

/** Identifies a file's set of columns, in any order. */
const headerOf = (entry: FileEntry) =>
  createHash("sha256")
    .update(JSON.stringify(Object.keys(entry).sort()))
    .digest("base64url");

/** Returns how the account's last file with this header was read. */
async function rememberedReading(userId: number, header: string): Promise<Reading | undefined> {
  const where = { userId, columns: { path: ["header"], equals: header } };
  const found = await db.import.findFirst({ where, orderBy: { id: "desc" }, select: { columns: true } });
  return readColumns(found?.columns)?.reading;
}

/** The columns as the page shows them, unknown ones first. */
const shownColumns = (labels: Labels, mapping: Reading["mapping"]): ImportColumns["columns"] =>
  [...labels]
    .map(([name, label]) => ({
      name: storable(name),
      label: storable(label).slice(0, 80) || storable(name).slice(0, 80),
      field: columnField(name, mapping),
    }))
    .filter(({ name }) => name !== "" && name.length <= 200)
    .sort((one, other) => Number(one.field !== null) - Number(other.field !== null))
    .slice(0, mostColumns);
