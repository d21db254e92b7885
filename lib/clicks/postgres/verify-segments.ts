import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { MOST, type Month } from "@/lib/clicks/store/recount";
import { SEGMENT, segmentOf } from "@/lib/clicks/store/seal";
import { type ClickColumn, FACTS } from "@/lib/clicks/store/stored-columns";
import { inSnapshot } from "@/lib/platform/database/client";
import { clicksWithin } from "./packs";
import { monthsOfClicks } from "./partitions";
import { type DifferingClick, type DifferingSegment, eachLine, SegmentCheck } from "./segment-check";
import { factColumns, factsSql, type KeptSegment, SEGMENT_COLUMNS } from "./segments";

/** The number of clicks that are not as they were recorded, and the first of them as sentences. */
export interface Findings {
  /** segments that were checked */
  segments: number;
  many: number;
  named: string[];
}

/** Returns the months that have clicks or segments. */
export async function monthsOfSegments(client: Client): Promise<Month[]> {
  const { rows } = await client.query<Month>(
    `select to_char(month, 'YYYY-MM-DD') as start, to_char(month + interval '1 month', 'YYYY-MM-DD') as end
     from (select distinct date_trunc('month', day)::date as month from click_segments) as month order by month`,
  );
  const months = new Map([...(await monthsOfClicks(client)), ...rows].map(({ start, end }) => [start, { start, end }]));
  return [...months.values()].sort((a, b) => (a.start < b.start ? -1 : 1));
}

export async function readSegments(client: Client, { start, end }: Month): Promise<KeptSegment[]> {
  const { rows } = await client.query<KeptSegment>(
    `select ${SEGMENT_COLUMNS} from click_segments where day >= $1 and day < $2 order by number`,
    [start, end],
  );
  return rows;
}

/** Returns the first day whose clicks all have a seal, in milliseconds; null if it is not known. */
export async function sealedSince(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ since: number | null }>(
    "select extract(epoch from max(since))::float8 * 1000 as since from click_roots",
  );
  return rows[0]?.since ?? null;
}

const SEALED: ClickColumn[] = ["id", "at", "seal", ...FACTS];

/** Compares a month's clicks with their segments, in one snapshot. */
export const verifySegments = (client: Client, month: Month): Promise<Findings> =>
  inSnapshot(client, async () => {
    const check = new SegmentCheck(await readSegments(client, month), await sealedSince(client));
    const read = clicksWithin({
      from: `'${month.start}T00:00Z'`,
      to: `'${month.end}T00:00Z'`,
      columns: SEALED,
    });
    const clicks = `select id, ${factColumns}, encode(seal, 'hex') from (${read}) as click`;
    await eachLine(client.query(copyTo(`copy (${clicks}) to stdout (null '')`)), (line) => check.add(line));
    return describeFindings(client, check, {
      present: ({ segment }) => presentIn(client, segment),
      twin: (suspect) => twinOf(client, suspect),
    });
  });

/** Reads from a store what describes suspicious clicks. */
export interface SegmentReader {
  /** returns the ids of a segment's clicks that exist */
  present(uneven: DifferingSegment): Promise<Set<number>>;
  /** returns the id of another click with the same facts */
  twin(suspect: DifferingClick): Promise<number | undefined>;
}

/**
 * Describes what a check found. `moving` returns whether a segment's clicks may still differ from its sums without
 * being wrong.
 */
export async function describeFindings(
  client: Client,
  check: SegmentCheck,
  witness: SegmentReader,
  moving: (segment: number) => boolean = () => false,
): Promise<Findings> {
  const named: string[] = [];
  let many = check.suspected;
  for (const suspect of check.suspects)
    named.push(await describeDifferingClick(client, suspect, await witness.twin(suspect)));
  for (const [number, clicks] of check.strays) {
    if (moving(number)) continue;
    many += 1;
    if (named.length < MOST) named.push(`segment ${number} is gone, of which ${clicks} clicks are there.`);
  }
  for (const uneven of check.uneven()) {
    if (moving(uneven.segment.number)) continue;
    many += Math.max(1, uneven.lost);
    if (named.length < MOST)
      named.push(...(await describeDifferingSegment(uneven, witness)).slice(0, MOST - named.length));
  }
  return { segments: check.segments, many, named };
}

async function describeDifferingClick(
  client: Client,
  { id, facts }: DifferingClick,
  twin: number | undefined,
): Promise<string> {
  const [at, link, qr, campaign, bio] = facts;
  const subject = [link && `link ${link}`, qr && `qr ${qr}`, bio && `bio ${bio}`, campaign && `campaign ${campaign}`];
  const time = new Date(Number(at)).toISOString().slice(0, 19).replace("T", " ");
  const what = `${subject.find(Boolean) ?? "nothing"}, ${time}: click ${id}`;
  if (twin !== undefined) return `${what} is click ${twin} once more.`;
  const { rows } = await client.query<{ journal: string }>(
    "select journal from click_segments where number = $1 and clicks > $2",
    [segmentOf(id), id % SEGMENT],
  );
  if (rows.length === 0) return `${what} was never recorded.`;
  return `${what} was changed, line ${(id % SEGMENT) + 1} of segment ${segmentOf(id)} (journal ${rows[0]?.journal}).`;
}

async function describeDifferingSegment(
  { segment, lost }: DifferingSegment,
  witness: SegmentReader,
): Promise<string[]> {
  const { number, journal, day, clicks, erased } = segment;
  const name = `segment ${number} (journal ${journal})`;
  if (lost < 0) return [`${day}: ${name} has ${clicks - erased - lost} clicks, ${-lost} more than it should.`];
  if (lost === 0) return [`${day}: ${name} has other clicks than were recorded and not erased.`];
  if (erased > 0) return [`${day}: ${lost} clicks are lost of ${name}, beside the ${erased} that were erased.`];
  const present = await witness.present({ segment, lost });
  const missing: string[] = [];
  for (let line = 0; line < clicks && missing.length < MOST; line++) {
    const id = number * SEGMENT + line;
    if (!present.has(id)) missing.push(`${day}: click ${id} is lost, line ${line + 1} of ${name}.`);
  }
  return missing;
}

async function presentIn(client: Client, { number, day }: { number: number; day: string }): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>(
    `select id::float8 from (${clicksWithin({
      from: "$1::date::timestamp at time zone 'utc'",
      to: "($1::date + 1)::timestamp at time zone 'utc'",
      where: "id >= $2 and id < $3",
      columns: ["at", "id"],
    })}) as click`,
    [day, number * SEGMENT, (number + 1) * SEGMENT],
  );
  return new Set(rows.map(({ id }) => id));
}

async function twinOf(client: Client, { id, facts }: DifferingClick): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `select id::float8 from (${clicksWithin({
      from: "$1",
      to: "$1::timestamptz + interval '1 millisecond'",
      where: "id <> $2 and seal is not null",
      columns: SEALED,
    })}) as click where ${factsSql} = $3 order by id limit 1`,
    [new Date(Number(facts[0])), id, facts.join("\t")],
  );
  return rows[0]?.id;
}
