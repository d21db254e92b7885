import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { MOST, type Month } from "@/lib/clicks/store/recount";
import { Digest, SEGMENT, sealPlace, segmentOf } from "@/lib/clicks/store/seal";
import { type ClickColumn, FACTS } from "@/lib/clicks/store/stored-columns";
import { inSnapshot } from "@/lib/platform/database/client";
import { clicksWithin } from "./packs";
import { monthsOfClicks } from "./partitions";
import { factColumns, factsSql, type KeptSegment, SEGMENT_COLUMNS, type Segment } from "./segments";

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
interface SegmentReader {
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

/** A click that differs from what the service stored: its id and facts. */
export interface DifferingClick {
  id: number;
  facts: string[];
}

/**
 * A segment whose clicks differ from the recorded ones. `lost` is the number of missing clicks; it is negative if there
 * are extra clicks.
 */
interface DifferingSegment {
  segment: Segment;
  lost: number;
}

interface Tally {
  segment: Segment;
  whole: number;
  changed: number;
  digest: Digest;
}

/** Checks clicks one by one and then their sums, so it needs memory only for the segments. */
export class SegmentCheck {
  readonly suspects: DifferingClick[] = [];
  /** how many there are; only the first are listed */
  suspected = 0;
  /** number of clicks by the missing segment that they refer to */
  readonly strays = new Map<number, number>();
  private readonly tallies = new Map<number, Tally>();

  /** `since`: each click since this day has a seal; null if the day is not known */
  constructor(
    segments: Segment[],
    private readonly since: number | null,
  ) {
    for (const segment of segments)
      this.tallies.set(segment.number, { segment, whole: 0, changed: 0, digest: new Digest() });
  }

  get segments(): number {
    return this.tallies.size;
  }

  /** Checks a line of COPY: id, the columns of `factsOf`, seal. */
  add(line: string): void {
    const text = line.includes("\\") ? line.replace(/\\(.)/g, (_, char) => ESCAPES[char] ?? char) : line;
    const end = text.lastIndexOf("\t");
    const place = text.slice(0, end);
    const kept = text.slice(end + 1);
    const id = Number(place.slice(0, place.indexOf("\t")));
    const tally = this.tallies.get(segmentOf(id));
    const known = tally !== undefined && id % SEGMENT < tally.segment.clicks;
    const { seal, rest } = sealPlace(place);
    if (seal === kept && known) {
      tally.whole += 1;
      tally.digest.add(rest);
    } else if (seal === kept) {
      this.strays.set(segmentOf(id), (this.strays.get(segmentOf(id)) ?? 0) + 1);
    } else {
      const [, ...facts] = place.split("\t");
      if (known) tally.changed += 1;
      else if (kept === "" && Number(facts[0]) < (this.since ?? Number.POSITIVE_INFINITY)) return;
      this.suspected += 1;
      if (this.suspects.length < MOST) this.suspects.push({ id, facts });
    }
  }

  *uneven(): Generator<DifferingSegment> {
    for (const { segment, whole, changed, digest } of this.tallies.values()) {
      const lost = segment.clicks - segment.erased - whole - changed;
      const left = new Digest(segment.digest).minus(new Digest(segment.erasedDigest));
      if (lost !== 0 || (changed === 0 && !digest.bytes().equals(left))) yield { segment, lost };
    }
  }
}

const ESCAPES: Record<string, string> = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", v: "\v", 0: "\0" };

/** Calls `take` with each line of a stream of bytes. */
export async function eachLine(stream: AsyncIterable<Buffer>, take: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  }
  if (rest !== "") take(rest);
}
