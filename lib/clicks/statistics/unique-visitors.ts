import type { ClickSubject } from "@/generated/prisma/enums";
import type { Period } from "@/lib/clicks/store/period";
import { KEPT_VISITORS, type VisitorCount, visitorsFrom } from "@/lib/clicks/store/visitor-sample";
import { statement } from "@/lib/platform/database/statement";

type Counted = VisitorCount & { variant: string };

/**
 * `$5` contains hashes of further visitors, of a part of a day. A list that was cut ends at `lowest` or above, so only
 * hashes below it can be compared.
 */
const COUNTED = `
  with days as (
    select variant, visitors, new_only from click_day_visitors
    where subject = $1::"ClickSubject" and subject_id = any($2::int[]) and day between $3::date and $4::date
      and (variant = '' or $6::boolean)
    union all select '', $5::int[], 0
  ), counted as (
    select variant, min(visitors[${KEPT_VISITORS}]) as lowest, sum(new_only)::float8 as "newOnly" from days group by variant
  )
  select variant, lowest, "newOnly", (
    select count(*)::float8 from (
      select distinct hash from days, unnest(visitors) as hash
      where days.variant = counted.variant and (lowest is null or hash < lowest)) as hash) as met
  from counted`;

/**
 * Counts the different visitors of several subjects of one kind in a period (days in UTC). A visitor who comes on two
 * days or to two subjects counts once. `more` adds hashes of further visitors (see `visitorsBetween`).
 */
export async function uniqueVisitors(
  subject: ClickSubject,
  ids: number[],
  { from, to }: Period,
  more: number[] = [],
): Promise<number> {
  const rows = await statement<Counted>(COUNTED, [subject, ids, from, to, more, false]);
  return rows.reduce((sum, row) => sum + visitorsFrom(row), 0);
}

/**
 * Counts the different visitors of one subject in a period, and those of each variant of a link. The key "" is the
 * whole subject.
 */
export async function visitorsByVariant(
  subject: ClickSubject,
  id: number,
  { from, to }: Period,
): Promise<Map<string, number>> {
  const rows = await statement<Counted>(COUNTED, [subject, [id], from, to, [], true]);
  return new Map(rows.map((row) => [row.variant, visitorsFrom(row)]));
}
