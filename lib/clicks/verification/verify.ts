import type { Client } from "pg";
import { verifyChain } from "@/lib/clicks/postgres/chain";
import { lastIds, postgresRecount } from "@/lib/clicks/postgres/recount-totals";
import type { Findings } from "@/lib/clicks/postgres/verify-segments";
import {
  type Difference,
  describeDifference,
  type Found,
  IDS,
  MOST,
  type Month,
  type Recount,
} from "@/lib/clicks/store/recount";
import { env } from "@/lib/platform/env";

interface Verification {
  /** when it began */
  at: string;
  seconds: number;
  /** number of single clicks that were compared with their counts */
  clicks: number;
  /** number of segments that were compared with their clicks */
  segments: number;
  /** the first month that was checked; null if there is none */
  since: string | null;
  /** number of wrong values */
  differences: number;
  /** the first of them, each as a sentence */
  named: string[];
}

/**
 * Limits memory and processors: beyond this memory Postgres uses the disk, and one core leaves the others to visitors.
 */
const SETTINGS = `set work_mem = '64MB'; set hash_mem_multiplier = 2; set max_parallel_workers_per_gather = 0; set jit = off;
  set statement_timeout = 0`;

/** Counts all clicks again and reports the stored numbers that differ. `onStep` receives the progress. */
export async function verifyClicks(client: Client, onStep: (step: string) => void = () => {}): Promise<Verification> {
  const started = Date.now();
  const sentences: string[] = [];
  const named: Difference[] = [];
  let differences = 0;
  let clicks = 0;
  let segments = 0;
  const note = (found: Found[]) => {
    differences += found[0]?.many ?? 0;
    for (const { many, ...one } of found) if (sentences.length + named.length < MOST) named.push(one);
  };
  await client.query(SETTINGS);
  const recount = await recountOf(client);
  const report = ({ many, named: more }: Pick<Findings, "many" | "named">) => {
    differences += many;
    sentences.push(...more.slice(0, MOST - sentences.length));
  };
  const seals = await sealsOf(client);
  onStep("chain of segments");
  const broken = await verifyChain(client);
  report({ many: broken.length, named: broken });
  for (const month of await seals.months()) {
    onStep(`${month.start.slice(0, 7)}, segments`);
    const found = await seals.verify(month);
    segments += found.segments;
    report(found);
  }
  const months = await recount.months();
  for (const month of months) {
    onStep(month.start.slice(0, 7));
    const days = await recount.days(month);
    clicks += days.clicks;
    note(days.found);
    note(await recount.usage(month));
  }
  for (const [subject, last] of await lastIds(client)) {
    onStep(`totals of each ${subject}`);
    for (let from = 1; from <= last; from += IDS) for (const found of await recount.totals(subject, from)) note(found);
  }
  return {
    at: new Date(started).toISOString(),
    seconds: (Date.now() - started) / 1_000,
    clicks,
    segments,
    since: months[0]?.start.slice(0, 7) ?? null,
    differences,
    named: [...sentences, ...named.map(describeDifference)],
  };
}

/** Compares clicks with the seals of their segments. */
interface SealCheck {
  months(): Promise<Month[]>;
  verify(month: Month): Promise<Findings>;
}

async function sealsOf(client: Client): Promise<SealCheck> {
  const { monthsOfSegments, verifySegments } = env.CLICKHOUSE_URL
    ? await import("@/lib/clicks/clickhouse/verify-segments")
    : await import("@/lib/clicks/postgres/verify-segments");
  return { months: () => monthsOfSegments(client), verify: (month) => verifySegments(client, month) };
}

async function recountOf(client: Client): Promise<Recount> {
  if (!env.CLICKHOUSE_URL) return postgresRecount(client);
  const { clickhouseRecount } = await import("@/lib/clicks/clickhouse/recount");
  return clickhouseRecount(client);
}
