import type { Client } from "pg";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { DAY_MS } from "@/lib/clicks/store/period";
import { clickPlace, Digest, factsOf, keyedHash, SEGMENT, sealPlace, segmentOf } from "@/lib/clicks/store/seal";
import { FACTS } from "@/lib/clicks/store/stored-columns";
import { arrayOf } from "./copy";

/** A row of `click_segments`. */
export interface Segment {
  number: number;
  journal: string;
  day: string;
  clicks: number;
  digest: Buffer;
  erased: number;
  erasedDigest: Buffer;
  position: number | null;
  chain: Buffer | null;
}

export const SEGMENT_COLUMNS = `number::float8, journal, to_char(day, 'YYYY-MM-DD') as day, clicks, digest, erased,
  erased_digest as "erasedDigest", position::float8, chain, mac`;

export type KeptSegment = Segment & { mac: Buffer };

/** Returns a keyed hash of the whole row, so that a change without the key is noticed. */
export function rowMac({ number, journal, day, clicks, digest, erased, erasedDigest, ...place }: Segment): Buffer {
  const sums = `${clicks}\t${digest.toString("hex")}\t${erased}\t${erasedDigest.toString("hex")}`;
  const end = `${place.position ?? ""}\t${place.chain?.toString("hex") ?? ""}`;
  return Buffer.from(keyedHash(`segment\t${number}\t${journal}\t${day}\t${sums}\t${end}`).slice(0, 32), "hex");
}

/**
 * Returns whether this service wrote a row. Rows that someone else changed are never rewritten, because that would
 * validate them.
 */
export const hasValidMac = (segment: KeptSegment) => rowMac(segment).equals(segment.mac);

/**
 * Gives the clicks of a batch their ids and seals, in the segments of their journal and days. Returns the id of each
 * day's first click. `exactMs` is the precision of the store's times.
 */
export async function sealClicks(client: Client, journal: string, clicks: EnrichedClick[], exactMs = 1) {
  const first = new Map<string, number>();
  const days = clicksByDay(clicks);
  if (days.size === 0) return first;
  const segments = await openSegments(client, journal, days);
  for (const segment of segments) {
    const ofDay = days.get(segment.day) ?? [];
    const id = segment.number * SEGMENT + segment.clicks;
    const digest = new Digest(segment.digest);
    sealFrom(id, ofDay, exactMs, digest);
    first.set(segment.day, id);
    segment.clicks += ofDay.length;
    segment.digest = digest.bytes();
  }
  await writeSegments(client, segments);
  return first;
}

/** Gives the clicks of a day ascending ids from `id` on, and adds their seals to a digest. */
export function sealFrom(id: number, clicks: EnrichedClick[], exactMs: number, digest = new Digest()): void {
  for (const [place, click] of clicks.entries()) {
    const at = Math.floor(click.at / exactMs) * exactMs;
    click.id = id + place;
    const { seal, rest } = sealPlace(clickPlace(click.id, factsOf(click, at)));
    click.seal = seal;
    digest.add(rest);
  }
}

export function clicksByDay(clicks: EnrichedClick[]): Map<string, EnrichedClick[]> {
  const days = new Map<number, EnrichedClick[]>();
  for (const click of clicks) {
    const day = Math.floor(click.at / DAY_MS);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(click);
    else days.set(day, [click]);
  }
  return new Map([...days].map(([day, ofDay]) => [new Date(day * DAY_MS).toISOString().slice(0, 10), ofDay]));
}

/** Returns a locked segment for each day with room for its clicks; a new one if there is none. */
async function openSegments(client: Client, journal: string, days: Map<string, EnrichedClick[]>): Promise<Segment[]> {
  const { rows } = await client.query<KeptSegment>(
    `select ${SEGMENT_COLUMNS} from click_segments where journal = $1 and day = any($2) and position is null
     order by number for update`,
    [journal, [...days.keys()]],
  );
  const open = new Map<string, Segment>(rows.filter(hasValidMac).map((segment) => [segment.day, segment]));
  const missing = [...days].filter(([day, { length }]) => (open.get(day)?.clicks ?? SEGMENT) + length > SEGMENT);
  const { rows: numbers } = await client.query<{ number: number }>(
    "select nextval('click_segments_number_seq')::float8 as number from generate_series(1, $1)",
    [missing.length],
  );
  for (const [index, { number }] of numbers.entries()) {
    const [day] = missing[index] as [string, EnrichedClick[]];
    const none = { clicks: 0, digest: new Digest().bytes(), erased: 0, erasedDigest: new Digest().bytes() };
    open.set(day, { number, journal, day, ...none, position: null, chain: null });
  }
  return [...open.values()];
}

/** Write segments in a fixed order, so that two drains cannot deadlock. */
export async function writeSegments(client: Client, segments: Segment[]): Promise<void> {
  const ordered = segments.toSorted((a, b) => a.number - b.number);
  const bytes = (column: (segment: Segment) => Buffer | null) =>
    arrayOf(ordered.map((segment) => hexOf(column(segment))));
  await client.query(
    `insert into click_segments as kept (number, journal, day, clicks, erased, position, digest, erased_digest, chain, mac, written_at)
     select *, now() from unnest($1::bigint[], $2::text[], $3::date[], $4::int[], $5::int[], $6::bigint[], $7::bytea[], $8::bytea[],
       $9::bytea[], $10::bytea[])
     on conflict (number) do update set clicks = excluded.clicks, digest = excluded.digest, erased = excluded.erased,
       erased_digest = excluded.erased_digest, position = excluded.position, chain = excluded.chain, mac = excluded.mac,
       written_at = excluded.written_at`,
    [
      arrayOf(ordered.map(({ number }) => number)),
      ordered.map(({ journal }) => journal),
      arrayOf(ordered.map(({ day }) => day)),
      arrayOf(ordered.map(({ clicks }) => clicks)),
      arrayOf(ordered.map(({ erased }) => erased)),
      arrayOf(ordered.map(({ position }) => position ?? "null")),
      bytes(({ digest }) => digest),
      bytes(({ erasedDigest }) => erasedDigest),
      bytes(({ chain }) => chain),
      bytes(rowMac),
    ],
  );
}

const hexOf = (bytes: Buffer | null) => (bytes === null ? "null" : `"\\\\x${bytes.toString("hex")}"`);

/** A click that the service erases: the text of `factsSql` and its seal. */
export interface ErasedClick {
  id: number;
  facts: string;
  seal: string | null;
}

/**
 * Records that clicks are erased. Clicks that someone else changed or added are not recorded, so they still show. Lock
 * their subjects first, as the drain does.
 */
export async function noteErased(client: Client, clicks: ErasedClick[]): Promise<void> {
  const erased = new Map<number, { clicks: number; digest: Digest }>();
  for (const { id, facts, seal: kept } of clicks) {
    const { seal, rest } = sealPlace(clickPlace(id, facts));
    if (seal !== kept) continue;
    const number = segmentOf(id);
    const sum = erased.get(number) ?? { clicks: 0, digest: new Digest() };
    erased.set(number, sum);
    sum.clicks += 1;
    sum.digest.add(rest);
  }
  if (erased.size === 0) return;
  const { rows } = await client.query<KeptSegment>(
    `select ${SEGMENT_COLUMNS} from click_segments where number = any($1::bigint[]) order by number for update`,
    [arrayOf(erased.keys())],
  );
  const own = rows.filter(hasValidMac);
  for (const segment of own) {
    const sum = erased.get(segment.number);
    if (!sum) continue;
    segment.erased += sum.clicks;
    segment.erasedDigest = new Digest(segment.erasedDigest).plus(sum.digest);
  }
  await writeSegments(client, own);
}

/** Records that all clicks of a month are erased. */
export async function noteAllErased(client: Client, { start, end }: { start: string; end: string }): Promise<void> {
  const { rows } = await client.query<KeptSegment>(
    `select ${SEGMENT_COLUMNS} from click_segments where day >= $1 and day < $2 and erased < clicks order by number for update`,
    [start, end],
  );
  const own = rows.filter(hasValidMac);
  for (const segment of own) Object.assign(segment, { erased: segment.clicks, erasedDigest: segment.digest });
  await writeSegments(client, own);
}

/** The columns of `factsOf` as SQL for a row, in their order. */
export const factColumns = `(date_part('epoch', at) * 1000)::bigint, ${FACTS.join(", ")}`;

/** The same as one text. */
export const factsSql = `concat_ws(E'\\t', (date_part('epoch', at) * 1000)::bigint, ${FACTS.map((column) => `coalesce(${column}::text, '')`)})`;
