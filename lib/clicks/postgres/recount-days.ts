import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { OTHER } from "@/lib/clicks/classify/enrich";
import { ALL_TIME } from "@/lib/clicks/store/period";
import { type Found, MOST, type Month } from "@/lib/clicks/store/recount";
import { storedFromSql } from "@/lib/clicks/store/stored-from";
import { clickColumns, clicksWithin } from "./packs";
import { monthsOfClicks } from "./partitions";
import { entriesOfClicks, entriesOfRollups, KEY, sumsOfClicks, sumsOfRollups, WORDS } from "./recount-entries";

/** The owners of all subjects. */
export const OWNERS = `select 'link' as subject, id, user_id from links union all select 'link', link_id, user_id from deleted_links
  union all select 'qr', id, user_id from qr_codes union all select 'campaign', id, user_id from campaigns
  union all select 'bio', id, user_id from bio_pages`;

/** The first day whose clicks are kept for an account; null if all of its clicks are kept. */
export const WHOLE_FROM = `select user_id, greatest(kept_from, gone_to) as whole_from
  from (${storedFromSql()}) as plan left join click_expiries using (user_id)`;

/**
 * Returns entries whose sums differ. In a row that was cut (see `MOST_VALUES`), smaller values were added to `OTHER`.
 * So all differences in a dimension that has `OTHER` become one entry.
 */
export const differing = (entries: string) => `
  select ${KEY}, sum(kept) as kept, sum(found) as found from (
    select ${KEY.replace("value", `case when bool_or(value = '${OTHER}') over same then '${OTHER}' else value end as value`)},
      kept, found
    from (
      select ${KEY}, sum(kept) as kept, sum(found) as found from (${entries}) as entry (${KEY}, kept, found)
      group by ${KEY} having sum(kept) <> sum(found)) as wrong
    window same as (partition by subject, id, robot, day, beyond, dimension)) as wrong
  group by ${KEY} having sum(kept) <> sum(found)`;

export const DIFFERENCE = `subject, id, to_char(day, 'YYYY-MM-DD') as day, robot, beyond::float8, dimension, value,
  kept::float8, found::float8`;

/** Returns the months between two days whose clicks have not all been erased. */
export async function monthsBetween(client: Client, first: string | null, last: string | null): Promise<Month[]> {
  const { rows } = await client.query<Month>(
    `select to_char(month, 'YYYY-MM-DD') as start, to_char(month + interval '1 month', 'YYYY-MM-DD') as end
     from generate_series(date_trunc('month', $1::timestamp), date_trunc('month', $2::timestamp), interval '1 month') as month
       cross join (select case when bool_and(whole_from is not null) then min(whole_from) end as whole_from
         from (${WHOLE_FROM}) as plan) as plan
     where whole_from is null or month + interval '1 month' > whole_from order by month`,
    [first, last],
  );
  return rows;
}

export async function monthsInPostgres(client: Client): Promise<Month[]> {
  const months = await monthsOfClicks(client);
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    `select least(min(day), $1::date)::text as first, greatest(max(day), $2::date)::text as last
     from click_rollups where day > '${ALL_TIME}'`,
    [months[0]?.start, months.at(-1)?.start],
  );
  return monthsBetween(client, rows[0]?.first ?? null, rows[0]?.last ?? null);
}

/** Returns the number of clicks in a month, and where its roll-ups differ from its clicks. */
export async function recountDays(client: Client, { start, end }: Month) {
  const clicks = clicksWithin({ from: `'${start}T00:00Z'`, to: `'${end}T00:00Z'` });
  const days = `day >= '${start}' and day < '${end}'`;
  const { rows } = await client.query<{ count: number }>(`select count(*)::float8 as count from (${clicks}) as click`);
  const suspects = await suspectsAmong(client, clicks, days);
  const found = suspects.length > 0 ? await nameDays(client, clicks, days, suspects) : [];
  return { clicks: rows[0]?.count ?? 0, found: found.map((one): Found => ({ ...one, of: "day" })) };
}

interface Suspects {
  subject: ClickSubject;
  ids: number[];
}

/** The (subject, id, day) that can be judged: see docs/verify.md. */
const JUDGED = `join (${OWNERS}) as owner using (subject, id) join whole using (user_id)
  left join click_gaps as gap on gap.subject::text = wrong.subject and gap.subject_id = wrong.id
  where day >= coalesce(greatest(whole_from, gap.gone_to), '-infinity')`;

/** Returns the subjects with days that differ. It compares sums, which are quick to calculate. */
async function suspectsAmong(client: Client, clicks: string, days: string): Promise<Suspects[]> {
  const { rows } = await client.query<Suspects>(
    `with whole as materialized (${WHOLE_FROM}), words as materialized (${WORDS}), wrong as (
       select subject, id, day from (
         ${sumsOfRollups(days)}
         union all select subject, id, machine, day, beyond, -clicks, -visitors, -"values" from (${sumsOfClicks(clicks)}) as click
         union all select 'campaign', campaign_id, robot, day, 0, -clicks, 0, 0 from erased_clicks where ${days})
         as sum (subject, id, robot, day, beyond, clicks, visitors, "values")
       group by subject, id, robot, day, beyond having sum(clicks) <> 0 or sum(visitors) <> 0 or sum("values") <> 0)
     select wrong.subject, array_agg(distinct wrong.id) as ids from wrong ${JUDGED} group by wrong.subject`,
  );
  return rows;
}

/** Returns the differences of the suspects, by each value of each day. */
async function nameDays(client: Client, clicks: string, days: string, suspects: Suspects[]): Promise<Found[]> {
  const ofClicks = suspects.map(({ subject, ids }) => `${clickColumns[subject]} = any('{${ids}}')`).join(" or ");
  const among = (subject: string, id: string) =>
    `(${suspects.map((of) => `(${subject} = '${of.subject}' and ${id} = any('{${of.ids}}'))`).join(" or ")})`;
  const { rows: found } = await client.query<Found>(
    `with whole as materialized (${WHOLE_FROM}), wrong as (${differing(`
       ${entriesOfRollups(`${days} and ${among("subject", "subject_id")}`, "kept", "subject <> 'campaign'")}
       union all select * from (${entriesOfClicks(`select * from (${clicks}) as click where ${ofClicks}`)}) as clicked where ${among("subject", "id")}
       union all select 'campaign', campaign_id, robot, day, 0, 'total', '', 0, clicks from erased_clicks
         where ${days} and ${among("'campaign'", "campaign_id")}`)}),
     judged as (
       select wrong.* from wrong ${JUDGED} and not (wrong.subject = 'campaign' and (dimension <> 'total' or beyond > 0) and exists (
         select from erased_clicks as erased
         where campaign_id = wrong.id and erased.day = wrong.day and erased.robot = wrong.robot)))
     select ${DIFFERENCE}, (count(*) over ())::float8 as many from judged order by ${KEY} limit ${MOST}`,
  );
  return found;
}

/** A query of (user_id, clicks) with its values: how often people clicked on an account's subjects in a month. */
export interface Usage {
  sql: string;
  values?: unknown[];
}

export const usageInPostgres = ({ start, end }: Month): Usage => ({
  sql: `select user_id, sum(clicks) as clicks from (
      select coalesce('link' || link_id, 'qr' || qr_code_id, 'campaign' || campaign_id, 'bio' || bio_page_id) as first,
        count(*) as clicks
      from (${clicksWithin({
        from: `'${start}T00:00Z'`,
        to: `'${end}T00:00Z'`,
        where: "robot is null and (bio_block is null or coalesce(link_id, qr_code_id, campaign_id) is not null)",
        columns: ["at", "link_id", "qr_code_id", "campaign_id", "bio_page_id", "robot", "bio_block"],
      })}) as click
      group by 1) as clicked
    join (select subject || id as first, user_id from (${OWNERS}) as owner) as owner using (first)
    group by user_id`,
});

/**
 * Returns where the usage of accounts in a month differs from the clicks by people on what they own. Months with clicks
 * that are gone or were another account's are left out.
 */
export async function recountUsage(client: Client, { start }: Month, usage: Usage): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `with whole as materialized (${WHOLE_FROM}), found as (${usage.sql})
     select 'user' as subject, user_id as id, '${start}' as day, 'total' as dimension, '' as value,
       coalesce(usage.clicks, 0)::float8 as kept, coalesce(found.clicks, 0)::float8 as found, (count(*) over ())::float8 as many
     from (select * from click_usage where month = '${start}') as usage full join found using (user_id)
       join whole using (user_id)
     where coalesce(usage.clicks, 0) <> coalesce(found.clicks, 0) and '${start}' >= coalesce(whole_from, '-infinity')
       and '${start}' > now() - interval '12 months' and not exists (
         select from click_usage as later where later.user_id = whole.user_id and not exact and later.month >= '${start}')
     order by user_id limit ${MOST}`,
    usage.values,
  );
  return rows.map((one): Found => ({ ...one, of: "usage" }));
}
