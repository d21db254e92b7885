import type { Client } from "pg";
import { OTHER } from "@/lib/clicks/classify/enrich";
import { log } from "@/lib/platform/log/log";
import { KNOWN_FOR_MS } from "./dictionary";
import { ROLLUP_TABLES, type RollupTable } from "./rollups";

/** Number of roll-ups or values that one statement reads. */
const STEP = 1_000;
/** Number of values in one result, unless a single roll-up has more. Visitors wait while they are processed. */
const MOST_NUMBERS = 5_000;
/** An hour is far longer than drains use a number without a check and need to store a batch. */
const UNUSED_FOR_MS = 6 * KNOWN_FOR_MS;

/**
 * Deletes values that no roll-up uses any more because links were deleted or a roll-up was cut. A first run marks them,
 * and a run an hour or more later deletes them if they are still unused. A drain that uses a marked value removes the
 * mark (see `Dictionary`), so that no value is deleted while a click with it is stored.
 */
export async function forgetUnusedValues(client: Client): Promise<void> {
  const { rows } = await client.query<{ last: number; before: string }>(
    `select coalesce(max(id), 0) as last, (now() - make_interval(secs => ${UNUSED_FOR_MS / 1_000}))::text as before from click_values`,
  );
  const { last = 0, before = "" } = rows[0] ?? {};
  const used = new Bits(last);
  for (const table of ROLLUP_TABLES)
    for await (const numbers of numbersIn(client, table)) for (const number of numbers) used.add(number);
  let forgotten = 0;
  for (let after = 0; after < last; ) {
    const page = await valuesAfter(client, after, last);
    forgotten += await mark(client, page, used, before);
    after = page.at(-1)?.id ?? last;
  }
  if (forgotten > 0) log.info({ values: forgotten }, "deleted values that no counted click has any more");
}

/** A set of integers from 0 to `last`, one bit each. */
class Bits {
  private readonly bytes: Uint8Array;

  constructor(last: number) {
    this.bytes = new Uint8Array((last >> 3) + 1);
  }

  /** Numbers above the last byte are ignored. */
  add(number: number): void {
    this.bytes[number >> 3] = (this.bytes[number >> 3] ?? 0) | (1 << (number & 7));
  }

  has(number: number): boolean {
    return ((this.bytes[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}

/** Yields each number in a table at least once, in the order of its key. */
async function* numbersIn(client: Client, { name, key }: RollupTable): AsyncGenerator<number[]> {
  const columns = key.join(", ");
  const isAfter = `where (${columns}) > (${key.map((_, index) => `$${index + 1}`)})`;
  for (let last: string[] = []; ; ) {
    const { rows } = await client.query<{ numbers: number[]; last: string[] | null }>(
      `with step as (
         select ${columns}, "values" from ${name} ${last.length > 0 ? isAfter : ""} order by ${columns} limit ${STEP}),
       summed as (
         select *, row_number() over ordered as place, sum(cardinality("values")) over ordered as sum from step
         window ordered as (order by ${columns})),
       page as materialized (select * from summed where place = 1 or sum <= ${MOST_NUMBERS})
       select array(select distinct unnest("values") from page) as numbers,
         (select array[${key.map((column) => `${column}::text`)}] from page order by place desc limit 1) as last`,
      last,
    );
    const [page] = rows;
    if (!page?.last) return;
    yield page.numbers;
    last = page.last;
  }
}

interface Value {
  id: number;
  isMarked: boolean;
}

async function valuesAfter(client: Client, after: number, last: number): Promise<Value[]> {
  const { rows } = await client.query<Value>(
    `select id, unused_since is not null as "isMarked" from click_values
     where id > $1 and id <= $2 and value <> $3 order by id limit ${STEP}`,
    [after, last, OTHER],
  );
  return rows;
}

/** Marks and deletes values. Returns how many it deleted. Values that a drain has locked are left for the next run. */
async function mark(client: Client, values: Value[], used: Bits, before: string): Promise<number> {
  const those = (isMarked: boolean, isUsed: boolean) =>
    values.filter((value) => value.isMarked === isMarked && used.has(value.id) === isUsed).map(({ id }) => id);
  const change = async (ids: number[], statement: string, condition: string, ...more: string[]) => {
    if (ids.length === 0) return 0;
    const free = `select id from click_values where id = any($1) and ${condition} for update skip locked`;
    return (await client.query(`${statement} where id in (${free})`, [ids, ...more])).rowCount ?? 0;
  };
  await change(those(false, false), "update click_values set unused_since = now()", "unused_since is null");
  await change(those(true, true), "update click_values set unused_since = null", "true");
  return change(those(true, false), "delete from click_values", "unused_since < $2", before);
}
