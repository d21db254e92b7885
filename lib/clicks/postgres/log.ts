import type { ClickLog, LoggedClick, LoggedSubject } from "@/lib/clicks/store/click-store";
import { columnEntries } from "@/lib/clicks/store/stored-columns";
import { statement } from "@/lib/platform/database/statement";
import { clickColumns, mayContainSql, packedClicksSql } from "./packs";

/** Each page is a separate query, so that a slow reader holds no connection. */
export const postgresClickLog: ClickLog = {
  async clicksOn(subject, ids, limit, after) {
    return packedLog(subject, ids, limit, after, await rowsOn(subject, ids, limit, after));
  },
};

/** Reads each subject's part by its index, up to the limit. */
async function rowsOn(subject: LoggedSubject, ids: number[], limit: number, after: LoggedClick | undefined) {
  const rows = await statement<LoggedClick>(
    `select subject.id, ${LOGGED}
     from unnest($1::int[]) with ordinality as subject (id, number)
     cross join lateral (
       select * from clicks where ${clickColumns[subject]} = subject.id
         and (at, id) < (case when number = 1 then $3::timestamptz else 'infinity' end, $4::bigint)
       order by at desc, id desc limit $2
     ) as click
     order by subject.number, click.at desc, click.id desc limit $2`,
    [ids, limit, after?.at ?? "infinity", after?.place ?? "0"],
  );
  return rows;
}

/** The columns of a click in the log. `click` is its row or its unpacked form. */
const LOGGED = `click.at, click.id::text as place, coalesce(beyond, 0)::float8 as beyond,
  ${columnEntries.flatMap(([name, { shown }]) => (shown ? `${name} as "${shown}"` : []))}`;

/** Number of packs that one query reads. */
const PACKS = 32;
const FIRST = 4;
/** Number of subjects whose packs are searched together. */
const IDS = 500;

/** A pack that may contain clicks on a subject. */
interface Place {
  id: number;
  pack: string;
  lastAt: Date;
}

/** Merges packed clicks into the log of `rows`: see `ClickLog.clicksOn`. */
async function packedLog(
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

/** Returns the packs of each subject, latest first. */
async function placesOn(subject: LoggedSubject, ids: number[], after: LoggedClick | undefined): Promise<Place[]> {
  const rows = await statement<Place>(
    `select wanted.id, pack.number::text as pack, pack.last_at as "lastAt"
     from unnest($1::int[]) with ordinality as wanted (id, number)
     cross join lateral (
       select number, last_at from click_packs as pack where ${mayContainSql(subject, "wanted.id")}
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

/**
 * Groups consecutive subjects that share a few packs, as neighbors do. A subject with many packs is a separate group.
 */
function groupsOf(ids: number[], places: Place[]): Group[] {
  const placesOf = new Map<number, Place[]>(ids.map((id) => [id, []]));
  for (const place of places) placesOf.get(place.id)?.push(place);
  const groups: Group[] = [];
  let packs = new Set<string>();
  for (const id of ids) {
    const own = placesOf.get(id) ?? [];
    const last = groups.at(-1);
    const combined = new Set([...packs, ...own.map(({ pack }) => pack)]);
    if (last && combined.size <= PACKS) {
      last.ids.push(id);
      last.places.push(...own);
      packs = combined;
    } else {
      groups.push({ ids: [id], places: [...own] });
      packs = new Set(own.map(({ pack }) => pack));
    }
  }
  return groups;
}

/**
 * Returns the first clicks of a group from packs and `rows`. For a single subject it reads only as many packs as its
 * newest clicks need.
 */
async function newest(
  subject: LoggedSubject,
  { ids, places }: Group,
  limit: number,
  after: LoggedClick | undefined,
  rows: LoggedClick[],
): Promise<LoggedClick[]> {
  let found = rows.slice(0, limit);
  const packs = [...new Set(places.map(({ pack }) => pack))];
  // The first packs are enough for one page of the log. Later reads take more packs at once.
  for (let from = 0, most = ids.length === 1 ? FIRST : PACKS; from < packs.length; from += most, most = PACKS) {
    const last = found[limit - 1];
    const next = places[from];
    // Several subjects have few packs, which are all read in the first step.
    if (from > 0 && last && next && last.at > next.lastAt) break;
    found = [...found, ...(await readPacks(subject, ids, packs.slice(from, from + most), limit, after))];
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
  const rows = await statement<LoggedClick>(
    `select wanted.id, ${LOGGED}
     from (${packedClicksSql("(select * from click_packs where number = any($2::bigint[])) as pack")}) as click
     join unnest($1::int[]) with ordinality as wanted (id, number) on click.${clickColumns[subject]} = wanted.id
     where (at, click.id) < (case when wanted.number = 1 then $4::timestamptz else 'infinity' end, $5::bigint)
     order by wanted.number, click.at desc, click.id desc limit $3`,
    [ids, packs, limit, after?.at ?? "infinity", after?.place ?? "0"],
  );
  return rows;
}
