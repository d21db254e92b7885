import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { KeptSegment } from "@/lib/clicks/postgres/segments";
import {
  type DifferingClick,
  describeFindings,
  eachLine,
  type Findings,
  readSegments,
  SegmentCheck,
  sealedSince,
} from "@/lib/clicks/postgres/verify-segments";
import type { Month } from "@/lib/clicks/store/recount";
import { SEGMENT, segmentOf } from "@/lib/clicks/store/seal";
import { quoted, selectClickLines, selectRows } from "./client";
import { factsInClickHouse, sealOfNumber } from "./expire";

/**
 * ClickHouse erases in the background and lists the deletions that are not finished. The number of times they are
 * checked, and the interval in ms.
 */
const LOOKS = 30;
const LOOK_EVERY = 2_000;

export async function monthsOfSegments(client: Client): Promise<Month[]> {
  const stored = await selectRows<{ start: string }>(
    "select distinct toString(toStartOfMonth(day)) as start from clicks order by start",
  );
  const { rows } = await client.query<{ start: string }>(
    "select distinct to_char(date_trunc('month', day), 'YYYY-MM-DD') as start from click_segments",
  );
  return [...new Set([...stored, ...rows].map(({ start }) => start))].sort().map((start) => {
    const [year, month] = start.split("-").map(Number);
    return { start, end: new Date(Date.UTC(year ?? 0, month ?? 0)).toISOString().slice(0, 10) };
  });
}

/**
 * Compares a month's clicks with their segments. Without snapshots, segments that changed meanwhile are left for the
 * next time. In segments with a block that is still on its way, only the clicks that have arrived are checked.
 */
export async function verifySegments(client: Client, month: Month): Promise<Findings> {
  await erasingDone();
  const segments = await readSegments(client, month);
  const check = new SegmentCheck(segments, await sealedSince(client));
  const query = `select toString(id), ${factsInClickHouse.join(", ")}, toString(seal) from clicks final
    where day >= ${quoted(month.start)} and day < ${quoted(month.end)}`;
  await eachLine(selectClickLines(query), (line) => check.add(withSeal(line)));
  const moving = await changedSince(client, month, segments);
  return describeFindings(
    client,
    check,
    { present: ({ segment }) => presentIn(segment), twin: (suspect) => twinOf(suspect) },
    (number) => moving.has(number),
  );
}

function withSeal(line: string): string {
  const end = line.lastIndexOf("\t") + 1;
  return line.slice(0, end) + sealOfNumber(line.slice(end));
}

async function erasingDone(): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const busy = await selectRows<object>(
      "select 1 from system.mutations where database = currentDatabase() and table = 'clicks' and not is_done limit 1",
    );
    if (busy.length === 0) return;
    await sleep(LOOK_EVERY);
  }
}

/** Returns the numbers of segments that may not be complete in ClickHouse yet, or that have changed. */
async function changedSince(client: Client, month: Month, before: KeptSegment[]): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>("select unnest(ids)::float8 as id from click_blocks");
  const moving = new Set(rows.map(({ id }) => segmentOf(id)));
  const known = new Map(before.map((segment) => [segment.number, segment.mac]));
  for (const { number, mac } of await readSegments(client, month))
    if (!known.get(number)?.equals(mac)) moving.add(number);
  return moving;
}

async function presentIn({ number, day }: { number: number; day: string }): Promise<Set<number>> {
  const rows = await selectRows<{ place: string }>(
    `select toString(id) as place from clicks final
     where day = ${quoted(day)} and id >= ${number * SEGMENT} and id < ${(number + 1) * SEGMENT}`,
  );
  return new Set(rows.map(({ place }) => Number(place)));
}

async function twinOf({ id, facts }: DifferingClick): Promise<number | undefined> {
  const [at, ...others] = facts;
  const moment = `at = toDateTime(${Math.floor(Number(at) / 1_000)}) and ms = ${Number(at) % 1_000}`;
  const same = others.map((fact, index) => `${factsInClickHouse[index + 1]} = ${quoted(fact)}`);
  const rows = await selectRows<{ place: string }>(
    `select toString(id) as place from clicks final where ${moment} and id != ${id}
       and seal != 0 and ${same.join(" and ")} order by id limit 1`,
  );
  return rows[0] && Number(rows[0].place);
}
