import { UNKNOWN } from "@/lib/clicks/classify/enrich";
import type { ClickStatistics } from "@/lib/clicks/store/click-store";
import { MOST_VALUES, QUARTER_MS } from "@/lib/clicks/store/selection";
import type { ClickColumn } from "@/lib/clicks/store/stored-columns";
import { statement } from "@/lib/platform/database/statement";
import { completeSinceSql, mayContainAnySql, packedWithin, readSinceSql } from "./packs";

interface Row {
  part: "read" | "sample" | "present" | "before" | "link" | "country" | "referrer";
  value: string;
  clicks: number;
  at: number;
}

const COLUMNS: ClickColumn[] = ["at", "visitor", "link_id", "country", "referrer", "beyond", "robot"];
const packs = { from: "$2", to: "$4", packs: mayContainAnySql("link", "$1::int[]"), newest: true };

/** A single statement reads the clicks once, and only of links that have clicks on these days in the roll-ups. */
export const combinedClicksWithin: ClickStatistics["combinedClicksWithin"] = async (links, options) => {
  const { from, present, to, most, limit, mostLinks } = options;
  const rows = await statement<Row>(
    `with clicked as (
       select distinct subject_id as id from click_rollups where subject = 'link' and subject_id = any($1::int[])
         and not robot and day between ($2::timestamptz at time zone 'UTC')::date and ($4::timestamptz at time zone 'UTC')::date
     ), whole as materialized (
       select ${completeSinceSql(packs)} as at
     ), read as materialized (
       select at, visitor, link_id, country, referrer, at >= $3 as present, $5::bigint is null or beyond is null or beyond < $5 as open
       from (
         select ${COLUMNS} from clicked join clicks on link_id = clicked.id and at >= $2 and at < $4 and robot is null
         union all
         select ${COLUMNS} from clicked join (${packedWithin({ ...packs, columns: COLUMNS })}) as click on link_id = clicked.id and at >= $2 and at < $4 and robot is null
       ) as click where at >= (select at from whole)
       order by at desc limit ${most}
     ), counted as (
       select entry.part, entry.value, count(*)::int as clicks
       from read, lateral (values ('country', coalesce(country, '${UNKNOWN}')), ('referrer', referrer)) as entry (part, value)
       where present and open and entry.value is not null group by 1, 2
     ), ranked as (
       select *, row_number() over (partition by part order by clicks desc, value) as place from counted
     )
     select 'read' as part, '' as value, count(*)::int as clicks, ${readSinceSql(most)} as at from read
     union all
     select case when present then 'present' else 'before' end, '', count(distinct visitor)::int, 0 from read group by present
     union all
     (select 'sample', '', count(*)::int, quarter * ${QUARTER_MS}
       from (select floor(extract(epoch from at) * 1000 / ${QUARTER_MS})::float8 as quarter from read) as sample
       group by quarter order by quarter)
     union all
     (select 'link', link_id::text, count(*)::int, 0 from read where present
       group by link_id order by count(*) desc, link_id desc limit $6)
     union all
     (select part, value, clicks, 0 from ranked where place <= 10 or (place <= ${MOST_VALUES} and part = 'referrer') order by part, place)`,
    [links, new Date(from), new Date(present), new Date(to), limit, mostLinks],
  );
  const of = (part: Row["part"]) => rows.filter((row) => row.part === part);
  const [read] = of("read");
  return {
    samples: of("sample").map(({ at, clicks }) => ({ at, clicks })),
    visitors: { now: of("present")[0]?.clicks ?? 0, before: of("before")[0]?.clicks ?? 0 },
    links: of("link").map(({ value, clicks }) => ({ id: Number(value), clicks })),
    countries: of("country").map(({ value, clicks }) => ({ value, clicks })),
    referrers: of("referrer").map(({ value, clicks }) => ({ value, clicks })),
    since: read?.at ?? null,
  };
};
