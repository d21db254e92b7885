import type { LoggedClick, LoggedSubject } from "@/lib/clicks/click-store";
import { pool } from "@/lib/platform/pool";
import { clickColumns, mayHave, unpacked } from "./packs";

/** What is told of a click, from its row or as it was unpacked: `click`. */
export const LOGGED = `click.at, click.id as place, campaign_id as "campaignId", "unique", robot, class, ruleset, country, region, city,
  language, referrer, browser, os, device, utm_source as "utmSource", utm_medium as "utmMedium",
  utm_campaign as "utmCampaign", utm_term as "utmTerm", utm_content as "utmContent", rule, variant, bio_block as "bioBlock",
  coalesce(beyond, 0)::float8 as beyond`;

/** Packs that are read by one query. */
const PACKS = 32;
/** Subjects whose packs are looked for together. */
const IDS = 500;

/** A pack that may have clicks on a subject. */
interface Place {
  id: number;
  pack: string;
  lastAt: Date;
}

/** Puts packed clicks into the log of `rows`, where they belong: see `ClickLog.clicksOn`. */
export async function packedLog(
  subject: LoggedSubject,
  ids: number[],
  limit: number,
  after: LoggedClick | undefined,
  rows: LoggedClick[],
): Promise<LoggedClick[]> {
  const found: LoggedClick[] = [];
  for (let from = 0; from < ids.length && found.length < limit; from += IDS) {
    const some = ids.slice(from, from + IDS);
    const places = await placesOn(subject, some, from === 0 ? after : undefined);
    for (const group of groupsOf(some, places)) {
      const of = new Set(group.ids);
      const own = rows.filter(({ id }) => of.has(id));
      const behind = group.ids[0] === ids[0] ? after : undefined;
      found.push(...(await newest(subject, group, limit - found.length, behind, own)));
      if (found.length >= limit) break;
    }
  }
  return found;
}

/** Of each subject the packs, the latest first. */
async function placesOn(subject: LoggedSubject, ids: number[], after: LoggedClick | undefined): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    `select wanted.id, pack.number as pack, pack.last_at as "lastAt"
     from unnest($1::int[]) with ordinality as wanted (id, number)
     cross join lateral (
       select number, last_at from click_packs as pack where ${mayHave(subject, "wanted.id")}
         and (wanted.number > 1 or pack.first_at <= $2)) as pack
     order by wanted.number, pack.last_at desc, pack.number desc`,
    [ids, after?.at ?? "infinity"],
  );
  return rows;
}

interface Group {
  ids: number[];
  places: Place[];
}

/** Subjects in a row that share a few packs, as neighbours do; or one that has many. */
function groupsOf(ids: number[], places: Place[]): Group[] {
  const placesOf = new Map<number, Place[]>(ids.map((id) => [id, []]));
  for (const place of places) placesOf.get(place.id)?.push(place);
  const groups: Group[] = [];
  let packs = new Set<string>();
  for (const id of ids) {
    const own = placesOf.get(id) ?? [];
    const last = groups.at(-1);
    const together = new Set([...packs, ...own.map(({ pack }) => pack)]);
    if (last && together.size <= PACKS) {
      last.ids.push(id);
      last.places.push(...own);
      packs = together;
    } else {
      groups.push({ ids: [id], places: [...own] });
      packs = new Set(own.map(({ pack }) => pack));
    }
  }
  return groups;
}

/** The first clicks of a group: those of packs, and `rows`. Of one subject no more packs are read than its newest clicks are in. */
async function newest(
  subject: LoggedSubject,
  { ids, places }: Group,
  limit: number,
  after: LoggedClick | undefined,
  rows: LoggedClick[],
): Promise<LoggedClick[]> {
  let found = rows.slice(0, limit);
  const packs = [...new Set(places.map(({ pack }) => pack))];
  for (let from = 0; from < packs.length; from += PACKS) {
    const last = found[limit - 1];
    const next = places[from];
    // Packs of several subjects are read at once: there is no further part of them.
    if (from > 0 && last && next && last.at > next.lastAt) break;
    found = [...found, ...(await readPacks(subject, ids, packs.slice(from, from + PACKS), limit, after))];
    const order = new Map(ids.map((id, place) => [id, place]));
    found.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0) || later(a, b));
    found.length = Math.min(found.length, limit);
  }
  return found;
}

function later(a: LoggedClick, b: LoggedClick): number {
  const between = b.at.getTime() - a.at.getTime();
  return between !== 0 ? between : BigInt(b.place) > BigInt(a.place) ? 1 : -1;
}

async function readPacks(
  subject: LoggedSubject,
  ids: number[],
  packs: string[],
  limit: number,
  after: LoggedClick | undefined,
): Promise<LoggedClick[]> {
  const { rows } = await pool.query<LoggedClick>(
    `select wanted.id, ${LOGGED}
     from (${unpacked("(select * from click_packs where number = any($2::bigint[])) as pack")}) as click
     join unnest($1::int[]) with ordinality as wanted (id, number) on click.${clickColumns[subject]} = wanted.id
     where (at, click.id) < (case when wanted.number = 1 then $4::timestamptz else 'infinity' end, $5::bigint)
     order by wanted.number, click.at desc, click.id desc limit $3`,
    [ids, packs, limit, after?.at ?? "infinity", after?.place ?? "0"],
  );
  return rows;
}
