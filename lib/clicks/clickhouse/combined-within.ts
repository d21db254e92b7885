import { UNKNOWN } from "@/lib/clicks/classify/enrich";
import type { ClickStatistics, WithinOptions } from "@/lib/clicks/store/click-store";
import { MOST_VALUES, QUARTER_MS } from "@/lib/clicks/store/selection";
import { quoted, rowsOf } from "./client";

const seconds = (at: number) => `toDateTime(${Math.floor(at / 1_000)})`;
const day = (at: number) => quoted(new Date(at).toISOString().slice(0, 10));

/**
 * Returns the newest clicks, each once: see `selectedClicks`. Only the remaining row of a click says whether it is a
 * person's.
 */
const newest = (links: number[], { from, to, most }: WithinOptions) =>
  `select at, visitor, id, country, referrer, beyond from (
     select at, visitor, link_id as id, country, referrer, beyond, robot as machine from clicks
     where link_id in (${links.join(", ")}) and day between ${day(from)} and ${day(to)}
       and at >= ${seconds(from)} and at < ${seconds(to)}
     order by at desc, robot desc limit 1 by block, line)
   where machine = '' order by at desc limit ${most}`;

export const combinedClicksWithin: ClickStatistics["combinedClicksWithin"] = async (links, options) => {
  if (links.length === 0)
    return { samples: [], visitors: { now: 0, before: 0 }, links: [], countries: [], referrers: [], since: null };
  const { present, limit, most, mostLinks } = options;
  const isPresent = `at >= ${seconds(present)}`;
  const [quarters, visitors, clicked, values] = await Promise.all([
    rowsOf<Record<"number" | "people" | "earliest", string>>(
      `select intDiv(toUInt32(at), ${QUARTER_MS / 1_000}) as number, count() as people,
         min(toUInt32(at)) as earliest
       from (${newest(links, options)}) group by number order by number`,
    ),
    rowsOf<Record<"present" | "different", string>>(
      `select ${isPresent} as present, uniqExact(visitor) as different from (${newest(links, options)})
       where visitor != 0 group by present`,
    ),
    rowsOf<Record<"id" | "people", string>>(
      `select id, count() as people from (${newest(links, options)}) where ${isPresent}
       group by id order by people desc, id desc limit ${mostLinks}`,
    ),
    rowsOf<Record<"kind" | "word" | "people", string>>(
      `select entry.1 as kind, entry.2 as word, count() as people from (
         select arrayJoin([('country', if(country = '', '${UNKNOWN}', country)), ('referrer', referrer)]) as entry
         from (${newest(links, options)}) where ${isPresent} and ${limit === null ? "1" : `beyond < ${limit}`})
       where entry.2 != '' group by kind, word order by kind, people desc, word limit ${MOST_VALUES} by kind`,
    ),
  ]);
  const largest = (name: "country" | "referrer") =>
    values.filter(({ kind }) => kind === name).map(({ word, people }) => ({ value: word, clicks: Number(people) }));
  const different = (now: boolean) =>
    Number(visitors.find(({ present }) => Boolean(Number(present)) === now)?.different ?? 0);
  const read = quarters.reduce((sum, { people }) => sum + Number(people), 0);
  return {
    samples: quarters.map(({ number, people }) => ({ at: Number(number) * QUARTER_MS, clicks: Number(people) })),
    visitors: { now: different(true), before: different(false) },
    links: clicked.map(({ id, people }) => ({ id: Number(id), clicks: Number(people) })),
    countries: largest("country").slice(0, 10),
    referrers: largest("referrer"),
    since: read >= most ? Number(quarters[0]?.earliest) * 1_000 : null,
  };
};
