import type { Client } from "pg";
import { type EnrichedClick, enrich } from "@/lib/clicks/classify/enriched-click";
import { parseLine, parsePageEvent } from "@/lib/clicks/journal/line";
import { log } from "@/lib/platform/log/log";
import type { Batch, ClickStore, Line, PlacedEvent, Refused } from "./click-store";

/** No click is this long. Only this many bytes of an endless line in a damaged file are kept. */
const MOST_OF_A_LINE = 16 * 1024;
/** If this many clicks cannot be stored, the clicks are not the problem, so the rest waits in the journal. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Returns the click of a line, or null if it is not one. */
function clickOf(line: string): EnrichedClick | null {
  const recorded = parseLine(line);
  try {
    return recorded && enrich(recorded);
  } catch (error) {
    log.warn({ error: String(error) }, "a recorded click cannot be read");
    return null;
  }
}

/** Returns consecutive lines as one part of a journal. */
export function quarantinedBatch(journal: string, lines: Line[]): Batch {
  const batch = { journal, from: lines[0]?.from ?? 0, to: lines.at(-1)?.to ?? 0 };
  const clicks: EnrichedClick[] = [];
  const others: Line[] = [];
  for (const line of lines) {
    const click = clickOf(line.bytes.toString());
    if (click) clicks.push(click);
    else others.push(line);
  }
  return { ...batch, clicks, ...parseOtherLines(others) };
}

/** Sorts the lines that are not clicks into page events and lines that cannot be stored. */
export function parseOtherLines(lines: Line[]): { events: PlacedEvent[]; refused: Refused[] } {
  const events: PlacedEvent[] = [];
  const refused: Refused[] = [];
  for (const line of lines) {
    const event = parsePageEvent(line.bytes.toString());
    if (event) events.push({ from: line.from, ...event });
    else refused.push({ ...line, reason: "This is not a click." });
  }
  return { events, refused };
}

/**
 * Stores a batch. If the database refuses its data, the batch is halved until the refused lines are found: those are
 * set aside, all others are stored. Each part moves the journal's offset by itself, so after a crash the work continues
 * from there.
 */
export async function storeOrQuarantine(store: ClickStore, batch: Batch, readLines: () => Line[]): Promise<void> {
  try {
    await store.store(batch);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { journal } = batch;
    log.error({ journal, from: batch.from, to: batch.to, error: error.message }, "the database rejected a click");
    const lines = readLines();
    const countedTo = await store.countedTo(journal);
    const counted = lines.filter(({ to }) => to <= countedTo);
    if (counted.length > 0) await store.store(quarantinedBatch(journal, counted));
    await storeHalves(store, journal, lines.slice(counted.length), error);
  }
}

async function storeHalves(store: ClickStore, journal: string, lines: Line[], refusal: Error): Promise<void> {
  const [first] = lines;
  if (first && lines.length === 1) {
    const batch = quarantinedBatch(journal, lines);
    // The click keeps its place among the clicks that were already decided, but has no subjects.
    const clicks = batch.clicks.map((click) => ({ ...click, subjects: [] }));
    return store.store({ ...batch, clicks, events: [], refused: [{ ...first, reason: refusal.message }] });
  }
  const middle = Math.ceil(lines.length / 2);
  for (const half of [lines.slice(0, middle), lines.slice(middle)]) {
    if (half.length === 0) continue;
    try {
      await store.store(quarantinedBatch(journal, half));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await storeHalves(store, journal, half, error);
    }
  }
}

/**
 * SQLSTATE classes that concern the data: out of range or invalid text (22), constraint violations (23, 44), too large
 * for an index (54), refused by a trigger (P0), wrong cardinality (21). All other errors (unreachable, disk full,
 * locked, rejected, shutting down, missing table) may be gone at the next attempt.
 */
const ABOUT_DATA = /^(21|22|23|44|54|P0)[0-9A-Z]{3}$/;

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && "code" in error && ABOUT_DATA.test(String(error.code));
}

/** Keeps lines that cannot be stored. Call it in the transaction that moves the journal's offset past them. */
export async function quarantineLines(client: Client, journal: string, lines: Refused[]): Promise<void> {
  if (lines.length === 0) return;
  const { rows } = await client.query("select pg_total_relation_size('quarantined_clicks')::float8 as bytes");
  if (rows[0].bytes > MOST_BYTES) {
    throw new Error("too many clicks that cannot be stored are in quarantine: run npm run signpost replay-quarantine");
  }
  await client.query(
    `insert into quarantined_clicks (journal, position, line, reason)
     select $1, * from unnest($2::bigint[], $3::bytea[], $4::text[])`,
    [
      journal,
      lines.map(({ from }) => from),
      lines.map(({ bytes }) => bytes.subarray(0, MOST_OF_A_LINE)),
      lines.map(({ reason }) => reason.slice(0, 500)),
    ],
  );
  quarantinedCount += lines.length;
}

let quarantinedCount = 0;

/** Returns how many lines this process has set aside. With a drain, the database is asked instead. */
export const quarantinedByProcess = () => quarantinedCount;

export async function quarantinedClicks(client: Client): Promise<number> {
  const { rows } = await client.query("select count(*)::int as count from quarantined_clicks");
  return rows[0].count;
}
