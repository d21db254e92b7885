import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Client } from "pg";
import { arrayOf, chunks, copyValue } from "@/lib/clicks/postgres/copy";
import { countBatch } from "@/lib/clicks/postgres/count-batch";
import { eraseDeletedCounts } from "@/lib/clicks/postgres/erase";
import { VisitorPacking } from "@/lib/clicks/postgres/pack-visitors";
import { clickColumns } from "@/lib/clicks/postgres/packs";
import type { Batch, ClickStore } from "@/lib/clicks/store/click-store";
import { Rollup, type Tally } from "@/lib/clicks/store/rollup";
import {
  type Block,
  clickLines,
  decodeClicks,
  EXACT_MS,
  encodeBeyond,
  encodeSubjects,
  encodeVariants,
  restoreIds,
} from "./block";
import { clickhouse, quoted, tablesReady } from "./client";
import { expireInClickHouse, noteErasing } from "./expire";
import { judgeInClickHouse } from "./judge";
import { BEYOND_COLUMNS, CLICK_COLUMNS, ROLLUP_COLUMNS } from "./tables";

/**
 * Stores clicks in ClickHouse. Decisions that must be immediate and exact stay in Postgres, because ClickHouse has no
 * transactions: the journal's offset, the counters of links, and whether a click is a visitor's first on a link. So a
 * batch is first counted in Postgres, in one transaction that also stores the decisions about each click. Then its
 * block goes to ClickHouse. Until its arrival is recorded, it may or may not have arrived. So it is sent again after
 * every failure, and the journal is deleted only after ClickHouse has acknowledged all of it.
 *
 * Sending again never counts twice, whenever and however often it happens:
 * - The block is the same each time, because it is made of the same lines and the stored decisions.
 * - A click's row replaces the one with the same block and line.
 * - Roll-ups first go into a temporary table, which disappears together with a transfer that was cut off. From there,
 * one statement per partition moves them, unless the partition already has them: a row that names the block is among
 * them, and all rows are written as one part, or none. The statement's id is the block's name, and ClickHouse does not
 * run two statements with the same id at a time. So a late statement from a process that has died moves nothing either.
 */
export class ClickHouseClickStore implements ClickStore {
  private readonly session = randomUUID();
  private readonly packing: VisitorPacking;

  constructor(private readonly client: Client) {
    this.packing = new VisitorPacking(client);
  }

  /** Returns where the last block begins that ClickHouse may not have. */
  async offsetOf(journal: string): Promise<number> {
    const found = await this.client.query<{ offset: string }>(
      `select coalesce("from", "offset") as offset from journal_offsets left join click_blocks using (journal)
       where journal = $1`,
      [journal],
    );
    return Number(found.rows[0]?.offset ?? 0);
  }

  async countedTo(journal: string): Promise<number> {
    const { rows } = await this.client.query(`select "offset" from journal_offsets where journal = $1`, [journal]);
    return Number(rows[0]?.offset ?? 0);
  }

  async store(batch: Batch): Promise<void> {
    await tablesReady();
    await this.countAndSend(batch);
    await this.client.query("delete from click_blocks where journal = $1", [batch.journal]);
  }

  private async countAndSend(batch: Batch): Promise<void> {
    const { journal, from } = batch;
    const { rows } = await this.client.query<CountedBlock>(
      `select "to", subjects, beyond, variants, days::text[] as days, ids from click_blocks where journal = $1 and "from" = $2`,
      [journal, from],
    );
    const [counted] = rows;
    if (!counted) return this.send({ journal, from, clicks: await this.count(batch) });
    const { length } = counted.subjects;
    const clicks = decodeClicks(
      batch.clicks.slice(0, length),
      counted.subjects,
      counted.beyond.map(Number),
      // An instance of the previous version does not write variants, so those of an earlier block may still be stored.
      counted.variants.length === length ? counted.variants : Buffer.alloc(0),
    );
    restoreIds(clicks, new Map(counted.days.map((day, place) => [day, Number(counted.ids[place])])));
    await this.send({ journal, from, clicks });
    // The journal has grown since the last block.
    const to = Number(counted.to);
    const refused = batch.refused?.filter((line) => line.from >= to);
    const events = batch.events.filter((event) => event.from >= to);
    const rest = { journal, from: to, to: batch.to, clicks: batch.clicks.slice(length), events, refused };
    if (rest.to > rest.from) await this.send({ ...rest, clicks: await this.count(rest) });
  }

  async forget(journal: string): Promise<void> {
    for (const table of ["journal_offsets", "click_blocks"])
      await this.client.query(`delete from ${table} where journal = $1`, [journal]);
  }

  async expire(): Promise<boolean> {
    return expireInClickHouse(this.client);
  }

  async judge(): Promise<boolean> {
    return judgeInClickHouse(this.client, (part, rollup, lines) => this.write(part, rollup, lines));
  }

  /** Only visitors are packed: ClickHouse stores clicks in columns anyway. */
  pack(): Promise<boolean> {
    return this.packing.step();
  }

  async erase(): Promise<boolean> {
    return eraseDeletedCounts(this.client, async ({ subject, ids, clicks }) => {
      await tablesReady();
      const deletes = ["click_rollups", "click_rollups_beyond"].map(
        (table) => `${table} delete where subject = '${subject}' and subject_id in (${ids})`,
      );
      const condition = `${clickColumns[subject]} in (${ids})`;
      if (clicks)
        deletes.push(`clicks delete where ${condition} and id <= ${await noteErasing(this.client, condition)}`);
      for (const query of deletes) await clickhouse().command({ query: `alter table ${query}` });
    });
  }

  /** Counts a batch in Postgres in one transaction. Returns its clicks with the decisions made. */
  private count(batch: Batch) {
    const { client } = this;
    return countBatch(client, batch, EXACT_MS, async ({ clicks, firstIds }) => {
      const decided = [encodeSubjects(clicks), arrayOf(encodeBeyond(clicks)), encodeVariants(clicks)];
      await client.query(
        `insert into click_blocks (journal, "from", "to", subjects, beyond, variants, days, ids)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (journal) do update set "from" = excluded."from", "to" = excluded."to", subjects = excluded.subjects,
           beyond = excluded.beyond, variants = excluded.variants, days = excluded.days, ids = excluded.ids`,
        [batch.journal, batch.from, batch.to, ...decided, arrayOf(firstIds.keys()), arrayOf(firstIds.values())],
      );
    });
  }

  private async send(block: Block): Promise<void> {
    if (block.clicks.every(({ subjects }) => subjects.length === 0)) return;
    const rollup = new Rollup();
    for (const click of block.clicks) rollup.add(click);
    await this.write(block, rollup, clickLines(block));
  }

  /** Writes rows of clicks and adds their counts exactly once, even if it is called several times for the same part. */
  private async write(part: Part, rollup: Rollup, clicks: Iterable<string>): Promise<void> {
    const tables = [daysOf(rollup, part), beyondOf(rollup, part)].filter(({ lines }) => lines.length > 0);
    await Promise.all([insert("clicks", CLICK_COLUMNS, clicks), this.stage(tables)]);
    for (const table of tables) for (const month of table.months) await this.move(table, month, part);
    for (const { name } of tables)
      await clickhouse().command({ query: `drop temporary table staged_${name}`, session_id: this.session });
  }

  private async stage(tables: Staged[]): Promise<void> {
    const { session: session_id } = this;
    for (const { name, columns, lines } of tables) {
      await clickhouse().command({ query: `drop temporary table if exists staged_${name}`, session_id });
      const query = `create temporary table staged_${name} (${columns.join(", ")})`;
      await clickhouse().command({ query, session_id });
      await insert(`staged_${name}`, columns, lines, session_id);
    }
  }

  /** Moves a month's staged roll-ups into the table that is read, unless they are already there. */
  private async move({ name, columns: of, named }: Staged, month: string, part: Part): Promise<void> {
    const columns = names(of);
    await clickhouse().command({
      query: `insert into ${name} (${columns}) select ${columns} from staged_${name}
        where toYYYYMM(day) = ${month.replace("-", "")} and (
          select count() from ${name} where subject = 'block' and subject_id = 0 and ${named}
            and dimension = 'total' and day = '${month}-01' and value = ${quoted(nameOf(part))}
        ) = 0`,
      session_id: this.session,
      query_id: `${nameOf(part)}:${month}${name === ROLLUPS ? "" : ":beyond"}`,
      // Write a single part, regardless of the number of rows.
      clickhouse_settings: {
        max_threads: 1,
        min_insert_block_size_rows: "1000000000",
        min_insert_block_size_bytes: "100000000000",
      },
    });
  }
}

/** The stored decisions on the last block of a journal that was counted. */
interface CountedBlock {
  to: string;
  subjects: Buffer;
  beyond: string[];
  variants: Buffer;
  days: string[];
  ids: string[];
}

const names = (columns: string[]) => columns.map((column) => column.split(" ")[0]);

async function insert(table: string, columns: string[], lines: Iterable<string>, session_id?: string): Promise<void> {
  await clickhouse().insert({
    table,
    columns: names(columns) as [string, ...string[]],
    values: Readable.from(chunks(lines), { objectMode: false }),
    format: "TabSeparated",
    session_id,
  });
}

/** A part with a unique name. ClickHouse recognizes by the name that it already has the part. */
type Part = Pick<Block, "journal" | "from">;

const nameOf = ({ journal, from }: Part) => `${journal}:${from}`;

/** A block's rows of one table of roll-ups as tab-separated lines, with a row for each month that names the block. */
interface Staged {
  name: string;
  columns: string[];
  lines: string[];
  months: Set<string>;
  /** a further condition for the row that names the block */
  named: string;
}

const ROLLUPS = "click_rollups";

function daysOf(rollup: Rollup, part: Part): Staged {
  const staged = { name: ROLLUPS, columns: ROLLUP_COLUMNS, named: "robot = 0", ...noLines() };
  for (const { subject, id, robot, day, clicks, unique, values } of rollup.rows()) {
    const key = `${subject}\t${id}\t${robot ? 1 : 0}\t${day}`;
    staged.months.add(day.slice(0, 7));
    if (clicks !== 0) staged.lines.push(`${key}\ttotal\t\t${unsigned(clicks)}\t${unsigned(unique)}\n`);
    for (const [word, count] of wordsOf(rollup, values)) staged.lines.push(`${key}\t${word}\t${count}\t0\n`);
  }
  for (const month of staged.months)
    staged.lines.push(`block\t0\t0\t${month}-01\ttotal\t${copyValue(nameOf(part))}\t1\t0\n`);
  return staged;
}

function beyondOf(rollup: Rollup, part: Part): Staged {
  const staged = { name: "click_rollups_beyond", columns: BEYOND_COLUMNS, named: "beyond = 0", ...noLines() };
  for (const { subject, id, day, beyond, clicks, values } of rollup.beyondRows()) {
    const key = `${subject}\t${id}\t${day}\t${beyond}`;
    staged.months.add(day.slice(0, 7));
    if (clicks !== 0) staged.lines.push(`${key}\ttotal\t\t${unsigned(clicks)}\n`);
    for (const [word, count] of wordsOf(rollup, values)) staged.lines.push(`${key}\t${word}\t${count}\n`);
  }
  for (const month of staged.months)
    staged.lines.push(`block\t0\t${month}-01\t0\ttotal\t${copyValue(nameOf(part))}\t1\n`);
  return staged;
}

/** Negative counts: sums of unsigned numbers in ClickHouse wrap around. */
const unsigned = (count: number) => (count < 0 ? BigInt.asUintN(64, BigInt(count)) : count);

const noLines = () => ({ lines: [] as string[], months: new Set<string>() });

function* wordsOf({ words }: Rollup, { places, clicks }: Tally): Generator<[word: string, count: number | bigint]> {
  for (const [index, place] of places.entries()) {
    const { dimension = "", value = "" } = words[place] ?? {};
    yield [`${dimension}\t${copyValue(value)}`, unsigned(clicks[index] ?? 0)];
  }
}
