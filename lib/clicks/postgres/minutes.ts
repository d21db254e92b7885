import type { Client } from "pg";
import { BURST_CLICKS, minutesOf, QUIET_FOR_MS, SETTLED_AFTER_MS } from "@/lib/clicks/classify/bursts";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inLockedTransaction } from "@/lib/platform/database/client";
import { arrayOf } from "./copy";

const KEPT = "1 day";
/** Number of minutes that are completed together because no rule can apply to them. */
const QUIET = 5_000;

/** Schedules the minutes of a journal's clicks for judging, in the transaction that stores the clicks. */
export async function noteMinutes(client: Client, journal: string, clicks: EnrichedClick[]): Promise<void> {
  const minutes = minutesOf(clicks);
  if (minutes.length === 0) return;
  await client.query(
    `insert into click_minutes as present (minute, journal, people, checkers)
     select to_timestamp(at), $1, people, checkers from unnest($2::float8[], $3::int[], $4::int[]) as minute (at, people, checkers)
     on conflict (minute, journal) do update set people = present.people + excluded.people,
       checkers = present.checkers + excluded.checkers, judged = false, noted_at = now()`,
    [
      journal,
      arrayOf(minutes.map(([at]) => at / 1_000)),
      arrayOf(minutes.map(([, { people }]) => people)),
      arrayOf(minutes.map(([, { checkers }]) => checkers)),
    ],
  );
}

/** The start of a minute that is over, and the journals with clicks in it. */
export interface DueMinute {
  start: Date;
  journals: string[];
}

const DUE = `not judged and minute < now() - interval '${SETTLED_AFTER_MS} ms' and noted_at < now() - interval '${QUIET_FOR_MS} ms'`;

/**
 * Runs `judge` for a due minute, in the transaction that marks it as judged. If `judge` returns false, clicks are left
 * and the minute stays due. Clicks of the minute that are being stored meanwhile make it due again.
 *
 * `settled` is the condition that all clicks of a minute can be judged.
 */
export async function judgeMinute(
  client: Client,
  judge: (minute: DueMinute) => Promise<boolean>,
  settled = "true",
): Promise<boolean> {
  const due = await client.query(`select from click_minutes where ${DUE} limit 1`);
  if (due.rowCount === 0) return false;
  const judged = await inLockedTransaction(client, advisoryLocks.clickJudgement, async () => {
    const minute = await nextMinute(client, settled);
    if (minute && (await judge(minute)))
      await client.query("update click_minutes set judged = true where minute = $1 and journal = any($2)", [
        minute.start,
        minute.journals,
      ]);
    return minute;
  });
  return judged !== undefined;
}

async function nextMinute(client: Client, settled: string): Promise<DueMinute | undefined> {
  await client.query(`delete from click_minutes where judged and minute < now() - interval '${KEPT}'`);
  await client.query(
    `update click_minutes set judged = true where (minute, journal) in (
       select minute, journal from click_minutes where ${DUE} and minute in (
         select minute from click_minutes as quiet where minute in (select minute from click_minutes where ${DUE} order by minute limit ${QUIET})
         group by minute having sum(people) < ${BURST_CLICKS} and sum(checkers) = 0 and not exists (
           select from click_minutes as before where before.minute = quiet.minute - interval '1 minute' and before.checkers > 0))
       for update skip locked)`,
  );
  const { rows } = await client.query<{ start: Date; journal: string }>(
    `select minute as start, journal from click_minutes where ${DUE} and minute = (
       select minute from click_minutes where ${DUE} and ${settled} order by minute limit 1)
     for update skip locked`,
  );
  const [first] = rows;
  return first && { start: first.start, journals: rows.map(({ journal }) => journal) };
}
