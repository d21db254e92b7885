import type { Client } from "pg";
import { type Difference, sentenceOf } from "./difference";
import { type Found, monthsToRecount, recountDays, recountUsage } from "./postgres/recount-days";
import { IDS, lastIds, recountTotals } from "./postgres/recount-totals";

/** So many differences are named; all are counted. */
const MOST = 200;

export interface Verification {
  /** when it began */
  at: string;
  seconds: number;
  /** single clicks that were compared with what was counted of them */
  clicks: number;
  /** the first month that was looked at; null where there is none */
  since: string | null;
  /** how many numbers are wrong */
  differences: number;
  /** the first of them, each as a sentence */
  named: string[];
}

/**
 * Counts all clicks again, and names what the numbers that are kept say otherwise. A month, or some of the ids, at a time, each
 * from one state of the database: what the drain stores meanwhile makes no difference. `onStep` hears how far it is.
 */
export async function verifyClicks(client: Client, onStep: (step: string) => void = () => {}): Promise<Verification> {
  const started = Date.now();
  const named: Difference[] = [];
  let differences = 0;
  const note = (found: Found[]) => {
    differences += found[0]?.many ?? 0;
    for (const { many, ...one } of found) if (named.length < MOST) named.push(one);
  };
  await client.query(SETTINGS);
  const months = await monthsToRecount(client);
  let clicks = 0;
  for (const month of months) {
    onStep(month.start.slice(0, 7));
    await inOneState(client, async () => {
      const days = await recountDays(client, month, MOST);
      clicks += days.clicks;
      note(days.found);
      note(await recountUsage(client, month, MOST));
    });
  }
  for (const [subject, last] of await lastIds(client)) {
    onStep(`totals of ${last} ${subject}`);
    for (let from = 1; from <= last; from += IDS)
      await inOneState(client, async () => {
        for (const of of await recountTotals(client, subject, from, MOST)) note(of);
      });
  }
  return {
    at: new Date(started).toISOString(),
    seconds: (Date.now() - started) / 1_000,
    clicks,
    since: months[0]?.start.slice(0, 7) ?? null,
    differences,
    named: named.map(sentenceOf),
  };
}

/** What does not fit into so much memory goes to the disk. It takes one core, and leaves the others to visitors. */
const SETTINGS = `set work_mem = '64MB'; set hash_mem_multiplier = 2; set max_parallel_workers_per_gather = 0; set jit = off;
  set statement_timeout = 0`;

async function inOneState(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  try {
    await work();
  } finally {
    await client.query("rollback").catch(() => {});
  }
}
