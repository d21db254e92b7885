import type { ClickHouseClient } from "@clickhouse/client";
import type { Client } from "pg";
import { monthsOfClicks } from "@/lib/clicks/postgres/partitions";
import type { Month } from "@/lib/clicks/store/recount";
import { keyedHash } from "@/lib/clicks/store/seal";
import { place, reason } from "@/lib/platform/database/advisory-lock";
import { env } from "@/lib/platform/env";
import { createTables, MOVING, pendingMoves, slowQueryClient } from "./client";
import { type DaySums, daysInClickHouse, daysInPostgres, differingDays, sendDays } from "./moved-clicks";
import {
  COUNTED,
  countedInClickHouse,
  countedInPostgres,
  dropStaged,
  type MonthSums,
  partitionsOf,
  placeCounted,
  stageCounted,
} from "./moved-rollups";

export interface MovedClicks {
  clicks: number;
  days: number;
}

type OnStep = (step: string) => void;

const COUNTED_TABLES = COUNTED.map(({ name }) => name);
/** The tables in Postgres that are moved. */
const TABLES = ["clicks", "click_packs", ...COUNTED_TABLES];

/**
 * Moves all clicks and their counts from Postgres to ClickHouse. Nothing else may use the database meanwhile. If it is
 * interrupted, nothing is lost: Postgres keeps everything until the copies have been compared. Called again, it
 * continues: a click that is sent again replaces itself, and counts are replaced month by month.
 *
 * While it works, a marker table exists in ClickHouse. The marker is removed before the rows in Postgres are. So while
 * the marker exists, Postgres is complete. If it is gone and ClickHouse has the same contents, only the rows in
 * Postgres are left to remove.
 *
 * @throws Error with a sentence for the user; Postgres is then unchanged
 */
export async function moveIntoClickHouse(client: Client, onStep: OnStep): Promise<MovedClicks> {
  const clickhouse = slowQueryClient();
  try {
    await createTables(clickhouse).catch((error) => {
      throw new Error(`ClickHouse at ${place(env.CLICKHOUSE_URL ?? "")} cannot be used: ${reason(error)}`);
    });
    // If this process is killed, its statement must not continue. Versions before 14 lack this setting.
    await client.query("set client_connection_check_interval = '1s'").catch(() => {});
    await client.query("begin");
    // If the service is started anyway, it can read and keeps its clicks in the journal.
    await client.query(`lock table ${TABLES} in share mode`);
    const moved = await copyAll(client, clickhouse, onStep);
    await client.query(`truncate ${TABLES}`);
    for (const source of await pendingMoves(clickhouse))
      await clickhouse.command({ query: `drop table ${MOVING}${source}` });
    await client.query("commit");
    return moved;
  } finally {
    await client.query("rollback").catch(() => {});
    await clickhouse.close();
  }
}

async function copyAll(client: Client, clickhouse: ClickHouseClient, onStep: OnStep): Promise<MovedClicks> {
  const moved = { clicks: 0, days: 0 };
  if ((await pendingMoves(clickhouse)).length === 0 && (await isEmpty(client))) return moved;
  const isOurs = await claim(clickhouse);
  const months = await monthsOfClicks(client);
  const present = new Set(months.map(({ start }) => start.slice(0, 7).replace("-", "")));
  for (const month of await partitionsOf(clickhouse, "clicks")) {
    if (present.has(month)) continue;
    if (!isOurs) throw notEmpty();
    await clickhouse.command({ query: `alter table clicks drop partition ${month}` });
  }
  for (const month of months) {
    for (const sums of (await copyMonth(client, clickhouse, month, isOurs, onStep)).values()) {
      moved.clicks += Number(sums.split(" ")[0]);
      moved.days += 1;
    }
  }
  for (const table of COUNTED) {
    onStep(`${table.name}, counted`);
    const counted = await countedInPostgres(client, table);
    if (same(counted, await countedInClickHouse(clickhouse, table, table.name))) {
      await dropStaged(clickhouse, table);
      continue;
    }
    if (!isOurs) throw notEmpty();
    onStep(table.name);
    if (!same(counted, await stageCounted(client, clickhouse, table))) throw differs(table.name);
    await placeCounted(clickhouse, table);
    if (!same(counted, await countedInClickHouse(clickhouse, table, table.name))) throw differs(table.name);
  }
  return moved;
}

/** Copies the days that differ, and the whole month if that is not enough. Returns what was compared. */
async function copyMonth(
  client: Client,
  clickhouse: ClickHouseClient,
  month: Month,
  isOurs: boolean,
  onStep: OnStep,
): Promise<DaySums> {
  const name = month.start.slice(0, 7);
  onStep(`${name}, counted`);
  const days = await daysInPostgres(client, month);
  const left = async () => differingDays(days, await daysInClickHouse(clickhouse, month));
  let differing = await left();
  for (const clear of [false, true]) {
    if (differing.length === 0) return days;
    if (!isOurs) throw notEmpty();
    if (clear) await clickhouse.command({ query: `alter table clicks drop partition ${name.replace("-", "")}` });
    onStep(name);
    // Days that exist only in ClickHouse disappear with its month.
    const wanted = clear ? [...days.keys()] : differing.filter((day) => days.has(day));
    if (wanted.length > 0) await sendDays(client, clickhouse, month, wanted);
    onStep(`${name}, compared`);
    differing = await left();
  }
  if (differing.length > 0) throw differs(`${differing[0]}`);
  return days;
}

async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ some: boolean }>(
    `select ${TABLES.map((table) => `exists (select from ${table})`).join(" or ")} as some`,
  );
  return rows[0]?.some === false;
}

/**
 * Marks an empty ClickHouse as ours. Returns whether ClickHouse was empty or contains an earlier attempt of this
 * service; otherwise nothing in it may change.
 */
async function claim(clickhouse: ClickHouseClient): Promise<boolean> {
  const source = keyedHash("moving clicks").slice(0, 16);
  const [moving] = await pendingMoves(clickhouse);
  if (moving === source) return true;
  if (moving !== undefined) throw new Error("Another Signpost's clicks are being moved into this ClickHouse.");
  for (const table of ["clicks", ...COUNTED_TABLES])
    if ((await partitionsOf(clickhouse, table)).length > 0) return false;
  await clickhouse.command({ query: `create table ${MOVING}${source} (source String) engine = TinyLog` });
  return true;
}

const same = (some: MonthSums, others: MonthSums) =>
  some.size === others.size && [...some].every(([month, sums]) => others.get(month) === sums);

const notEmpty = () => new Error("There are other clicks in ClickHouse than in Postgres: move them into an empty one.");

const differs = (what: string) =>
  new Error(`${what} is not the same in ClickHouse as in Postgres, where everything still is: run it again.`);
