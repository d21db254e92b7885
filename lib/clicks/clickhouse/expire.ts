import type { Client } from "pg";
import { type ErasedClick, noteAllErased, noteErased } from "@/lib/clicks/postgres/segments";
import { SEGMENT } from "@/lib/clicks/store/seal";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inLockedTransaction } from "@/lib/platform/database/client";
import { clickhouse, quoted, selectRows, slowRows, tablesReady } from "./client";
import { namedColumns } from "./tables";

/** Number of ids in one statement: ClickHouse accepts statements of up to 256 KiB. */
const IDS = 10_000;
const ACCOUNTS = 10_000;

/**
 * The subjects of an account and their columns. Clicks on a link are searched only by the link, not by their other
 * subjects.
 */
const sources = [
  { column: "link_id", tables: ["id from links", "link_id from deleted_links"], condition: "1" },
  { column: "qr_code_id", tables: ["id from qr_codes"], condition: "link_id = 0" },
  { column: "bio_page_id", tables: ["id from bio_pages"], condition: "link_id = 0" },
  { column: "campaign_id", tables: ["id from campaigns"], condition: "link_id = 0" },
];

/**
 * See `ClickStore.expire`. ClickHouse deletes rows by rewriting their parts in the background. So it gets one deletion
 * for many accounts whose clicks are due up to the same day, and the next one when that is done. Deletions survive its
 * restart, and repeating one deletes nothing else.
 */
export async function expireInClickHouse(client: Client): Promise<boolean> {
  const due = await client.query("select from click_expiries where goal is not null limit 1");
  if (due.rowCount === 0) return false;
  await tablesReady();
  const busy = await selectRows<object>(
    "select 1 from system.mutations where database = currentDatabase() and table = 'clicks' and not is_done limit 1",
  );
  if (busy.length > 0) return false;
  const ran = await inLockedTransaction(client, advisoryLocks.clickExpiry, async () => {
    await expireNext(client);
    return true;
  });
  return ran === true;
}

async function expireNext(client: Client): Promise<void> {
  const { rows } = await client.query<{ goal: string; from: string | null; users: number[] }>(
    `select to_char(goal, 'YYYY-MM-DD') as goal, array_agg(user_id) as users,
       case when bool_and(erased_to is not null) then to_char(min(erased_to), 'YYYY-MM-DD') end as from
     from (select * from click_expiries where goal is not null order by goal limit ${ACCOUNTS} for update) as due
     group by goal order by goal limit 1`,
  );
  const [due] = rows;
  if (!due) return;
  const days = `day < ${quoted(due.goal)}${due.from === null ? "" : ` and day >= ${quoted(due.from)}`}`;
  for (const { column, tables, condition } of sources) {
    for await (const clicked of clickedIds(column, `${condition} and ${days}`)) {
      const owned = tables.map(
        (table) => `select ${table} where user_id = any($2) and ${table.split(" ")[0]} = any($1)`,
      );
      const { rows: expired } = await client.query<{ id: number }>(owned.join(" union all "), [clicked, due.users]);
      if (expired.length === 0) continue;
      const ids = expired.map(({ id }) => id);
      const which = `${column} in (${ids}) and ${condition} and ${days}`;
      await clickhouse().command({
        query: `alter table clicks delete where ${which} and id <= ${await noteErasing(client, which)}`,
      });
    }
  }
  await client.query("update click_expiries set erased_to = goal, goal = null where user_id = any($1) and goal = $2", [
    due.users,
    due.goal,
  ]);
}

/** Yields the ids that were clicked in these days, which are far fewer than all ids. */
async function* clickedIds(column: string, condition: string): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const rows = await selectRows<{ id: number }>(
      `select distinct ${column} as id from clicks where ${column} > ${after} and ${condition} order by id limit ${IDS}`,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) yield ids;
    if (ids.length < IDS) return;
    after = ids.at(-1) ?? 0;
  }
}

/** Drops the months that end before a day. */
export async function dropMonths(client: Client, day: string): Promise<void> {
  const month = day.slice(0, 7).replace("-", "");
  const expired = await selectRows<{ month: string }>(
    `select distinct partition as month from system.parts
     where database = currentDatabase() and table = 'clicks' and active and partition < '${month}'`,
  );
  for (const { month } of expired) {
    await clickhouse().command({ query: `alter table clicks drop partition ${month}` });
    const start = `${month.slice(0, 4)}-${month.slice(4)}-01`;
    const end = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)))).toISOString().slice(0, 10);
    await noteAllErased(client, { start, end });
  }
}

const AT_ONCE = 10_000;

const facts = namedColumns.filter(({ isFact }) => isFact);

/** `factsOf` as SQL for a row. Missing values are stored as 0 or an empty text. */
export const factsInClickHouse = [
  "toUInt64(toUnixTimestamp(at)) * 1000 + ms",
  ...facts.map(({ name, type }) => (type === "String" ? name : `if(${name} = 0, '', toString(${name}))`)),
];

/** Returns a seal in Postgres' format from a number, which JSON contains as a text. */
export const sealOfNumber = (seal: string) => (seal === "0" ? "" : BigInt(seal).toString(16).padStart(16, "0"));

/**
 * Records that the clicks that match a condition are about to be erased. Returns their largest id, because later clicks
 * are not erased with them.
 */
export async function noteErasing(client: Client, condition: string): Promise<number> {
  let last = 0;
  const [at, ...facts] = factsInClickHouse;
  const text = `concat(toString(${at}), ${facts.map((column) => `'\t', ${column}`).join(", ")})`;
  const query = `select toString(id) as place, toString(seal) as number, ${text} as facts from clicks final where ${condition}`;
  for await (const rows of slowRows<{ place: string; number: string; facts: string }>(query, AT_ONCE)) {
    const clicks = rows.map(
      ({ place, number, facts }): ErasedClick => ({ id: Number(place), facts, seal: sealOfNumber(number) }),
    );
    for (const { id } of clicks) last = Math.max(last, id);
    await noteErased(
      client,
      clicks.filter(({ id }) => id >= SEGMENT),
    );
  }
  return last;
}
