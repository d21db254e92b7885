import type pg from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { CLICK_COLUMNS } from "@/lib/clicks/clickhouse/tables";
import { Dictionary } from "@/lib/clicks/postgres/dictionary";
import { ensurePartitions } from "@/lib/clicks/postgres/partitions";
import { storeRollup } from "@/lib/clicks/postgres/rollups";
import { ALL_TIME } from "@/lib/clicks/store/period";
import { type BeyondRow, type DimensionValue, type RollupRow, Tally } from "@/lib/clicks/store/rollup";
import type { TestClickHouse } from "./clickhouse";

type Row = Record<string, string | number>;

/** Copies ClickHouse's rows into the corresponding tables of Postgres, so that tests query both in the same way. */
export async function copyFromClickHouse(clickhouse: TestClickHouse, client: pg.Client): Promise<void> {
  await client.query("delete from clicks; delete from click_rollups; delete from click_rollups_beyond");
  const [{ tables } = { tables: "0" }] = await clickhouse.query<{ tables: string }>(
    "select count() as tables from system.tables where database = 'default' and name in ('clicks', 'click_rollups')",
  );
  if (tables === "0") return;
  const clicks = await clickhouse.query<Row>("select * from clicks final order by line");
  await ensurePartitions(
    client,
    clicks.map(({ at }) => Date.parse(`${at}Z`)),
  );
  const stored = clicks.map(({ block, line, day, first, at, seal, variant_first, ...click }, id) => {
    const values = Object.entries(click).map(([column, value]) => [column, missing(column, value) ? null : value]);
    return {
      ...Object.fromEntries(values),
      id,
      at: `${at}Z`,
      unique: first === 1,
      variant_unique: click.variant ? variant_first === 1 : null,
    };
  });
  await fill(client, "clicks", stored);
  const rollups = await clickhouse.query<Row>(
    `select subject, subject_id, robot, toString(day) as date, dimension, value, sum(clicks) as total, sum(firsts) as visitors
     from click_rollups where subject <> 'block' group by subject, subject_id, robot, day, dimension, value`,
  );
  const beyond = await clickhouse.query<Row>(
    `select subject, subject_id, beyond, toString(day) as date, dimension, value, sum(clicks) as total
     from click_rollups_beyond where subject <> 'block' group by subject, subject_id, beyond, day, dimension, value`,
  );
  const words = [...rollups, ...beyond].map(({ dimension, value }) => ({ dimension, value }) as DimensionValue);
  const rows = new Map<string, RollupRow>();
  for (const [place, { subject, subject_id, robot, date, dimension, total, visitors }] of rollups.entries()) {
    const key = `${subject} ${subject_id} ${robot} ${date}`;
    const day = dayOf(date);
    const none = { id: Number(subject_id), robot: robot === 1, day, clicks: 0, unique: 0, values: new Tally() };
    const row = rows.get(key) ?? { subject: subject as ClickSubject, ...none };
    rows.set(key, row);
    if (dimension === "total") Object.assign(row, { clicks: Number(total), unique: Number(visitors) });
    else row.values.add(place, Number(total));
  }
  const beyondRows = new Map<string, BeyondRow>();
  for (const [place, { subject, subject_id, beyond: number, date, dimension, total }] of beyond.entries()) {
    const key = `${subject} ${subject_id} ${number} ${date}`;
    const none = { id: Number(subject_id), beyond: Number(number), day: dayOf(date), clicks: 0, values: new Tally() };
    const row = beyondRows.get(key) ?? { subject: subject as ClickSubject, ...none };
    beyondRows.set(key, row);
    if (dimension === "total") row.clicks = Number(total);
    else row.values.add(rollups.length + place, Number(total));
  }
  await client.query("begin");
  const counted = { words, rows: () => rows.values(), beyondRows: () => beyondRows.values() };
  await storeRollup(client, counted, new Dictionary(client));
  await client.query("commit");
}

/** Old versions show the day 0 in this way. */
const dayOf = (date?: string | number) => (date === "0000-00-00" ? ALL_TIME : String(date));

const numbers = new Set(CLICK_COLUMNS.filter((column) => /Int/.test(column)).map((column) => column.split(" ")[0]));

const missing = (column: string, value: string | number) => (numbers.has(column) ? Number(value) === 0 : value === "");

async function fill(client: pg.Client, table: string, rows: object[]): Promise<void> {
  const values = JSON.stringify(rows);
  await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [values]);
}
