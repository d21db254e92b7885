import type { Client } from "pg";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inTransaction } from "@/lib/platform/database/client";
import { log } from "@/lib/platform/log/log";
import { visitorSetSql } from "./visitors";

/** With fewer rows, rewriting sets is not worth it. */
const ENOUGH = 20_000;
const LOOK_EVERY_MS = 300_000;
/** Delay (ms) after a step that would have kept drains waiting. */
const AGAIN_AFTER_MS = 10_000;
/** Number of rows that one transaction packs. It is small so that clicks can be stored in between. */
const STEP = 2_500;
/** Number of visitors in a set. With 246 or more, Postgres would split the row and store it elsewhere. */
const MOST = 128;
/** If the table takes more space than this after many rows were packed, its space is given back. */
const LEFT_BYTES = 8 * 2 ** 20;
const LOWEST = "'-9223372036854775808'::bigint";
/** SQLSTATE codes of a lock timeout, a statement timeout and a deadlock. */
const RETRYABLE_CODES = ["55P03", "57014", "40P01"];

const KEY = "subject, subject_id, visitor";
type Key = [subject: string, id: number, visitor: string];

/**
 * Moves visitors from `click_visitors`, where each takes a row and an index entry, into `click_visitor_sets`. One pass
 * goes through the rows in the order of their key, so it writes each set once. Its position is only kept in memory:
 * after a restart, the next pass begins at the first remaining row.
 */
export class VisitorPacking {
  private after: Key | undefined;
  private lookAt = 0;

  constructor(private readonly client: Client) {}

  async step(): Promise<boolean> {
    if (Date.now() < this.lookAt) return false;
    if (!this.after) {
      const enough = await this.client.query(`select from click_visitors offset ${ENOUGH} limit 1`);
      if (enough.rowCount === 0) return this.rest(LOOK_EVERY_MS);
    }
    try {
      this.after = await packAfter(this.client, this.after);
      if (this.after) return true;
      await returnDiskSpace(this.client);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return this.rest(AGAIN_AFTER_MS);
    }
    return this.rest(LOOK_EVERY_MS);
  }

  private rest(ms: number): false {
    this.lookAt = Date.now() + ms;
    return false;
  }
}

/** Packs the rows after a key, and returns the key of the last one; undefined if there are no more. */
const packAfter = (client: Client, after?: Key): Promise<Key | undefined> =>
  inTransaction(client, async () => {
    // Searches for visitors are short, and those that arrive meanwhile wait for this step.
    await client.query("set local lock_timeout = '500ms'; set local jit = off");
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.clickVisitors]);
    const { rows } = await client.query<{ subject: string; subject_id: number; visitor: string }>(
      `select ${KEY} from click_visitors ${after ? `where (${KEY}) > ($1, $2, $3)` : ""}
       order by ${KEY} offset ${STEP - 1} limit 1`,
      after,
    );
    const [last] = rows;
    const upTo: Key | undefined = last && [last.subject, last.subject_id, last.visitor];
    await client.query(packing(after !== undefined, upTo !== undefined), [...(after ?? []), ...(upTo ?? [])]);
    return upTo;
  });

/** A set that would exceed `MOST` is split evenly. Its first part keeps the beginning of the range. */
function packing(hasAfter: boolean, hasUpTo: boolean): string {
  const bounds = [hasAfter ? `(${KEY}) > ($1, $2, $3)` : "true"];
  if (hasUpTo) bounds.push(`(${KEY}) <= (${hasAfter ? "$4, $5, $6" : "$1, $2, $3"})`);
  return `
    with moved as (
      delete from click_visitors where ${bounds.join(" and ")} returning ${KEY}
    ), placed as (
      select subject, subject_id, coalesce(${visitorSetSql("first", "moved")}, ${LOWEST}) as first, array_agg(visitor) as visitors
      from moved group by 1, 2, 3
    ), together as (
      select placed.subject, subject_id, first, member.visitor,
        row_number() over (partition by placed.subject, subject_id, first order by member.visitor) - 1 as place,
        count(*) over (partition by placed.subject, subject_id, first) as many
      from placed cross join lateral (
        select unnest(placed.visitors) as visitor union
        select unnest(packed.visitors) from click_visitor_sets as packed where packed.subject = placed.subject
          and packed.subject_id = placed.subject_id and packed.first = placed.first) as member
    ), parted as (select *, place * ((many + ${MOST - 1}) / ${MOST}) / many as part from together)
    insert into click_visitor_sets as packed (subject, subject_id, first, visitors)
    select subject, subject_id, case part when 0 then first else min(visitor) end, array_agg(visitor order by visitor)
    from parted group by subject, subject_id, first, part order by 1, 2, 3
    on conflict (subject, subject_id, first) do update set visitors = excluded.visitors`;
}

/**
 * Postgres keeps the space of deleted rows for later ones, which may never be as many. Few rows are left, so rewriting
 * the table is cheap.
 */
async function returnDiskSpace(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select pg_total_relation_size('click_visitors') > ${LEFT_BYTES} as large, current_setting('lock_timeout') as waits,
       current_setting('statement_timeout') as takes`,
  );
  const [{ large, waits, takes }] = rows;
  if (!large) return;
  const bounded = "select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false)";
  // Storing clicks waits meanwhile, so the time is limited. If it is not enough, autovacuum shortens the table before
  // the next attempt.
  await client.query(bounded, ["200ms", "2s"]);
  try {
    await client.query("vacuum full click_visitors");
  } catch (error) {
    if (!isRetryable(error)) throw error;
    log.info("the space of packed visitors will be freed later");
  } finally {
    await client.query(bounded, [waits, takes]);
  }
}

const isRetryable = (error: unknown) => RETRYABLE_CODES.includes(String((error as { code?: string }).code));
