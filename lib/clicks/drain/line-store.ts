import type { Client } from "pg";
import type { Line } from "@/lib/clicks/store/click-store";
import { quarantinedBatch, storeOrQuarantine } from "@/lib/clicks/store/quarantine";
import { pool } from "@/lib/platform/database/pool";
import { statement } from "@/lib/platform/database/statement";
import { openClickStore } from "./store";

/** Consecutive lines that a process recorded. */
export interface RecordedLines {
  /** the process that recorded them */
  journal: string;
  /** number of lines that it recorded before these */
  position: number;
  lines: string[];
}

/** Stores lines over a connection of the pool, each exactly once: lines that are already stored are skipped. */
export async function storeLines(client: Client, { journal, position, lines }: RecordedLines): Promise<void> {
  const store = await openClickStore(client);
  const stored = await store.offsetOf(journal);
  const left = lines.slice(Math.max(0, stored - position));
  if (left.length === 0) return;
  const first = position + lines.length - left.length;
  const placed = left.map((line, index): Line => {
    const from = index === 0 ? stored : first + index;
    return { from, to: first + index + 1, bytes: Buffer.from(line.trimEnd()) };
  });
  await storeOrQuarantine(store, quarantinedBatch(journal, placed), () => placed);
}

/** Runs `work` with a connection of the pool. After a failure the connection is not used again. */
export async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // Connections of the pool are clients that are released in a different way.
    const result = await work(client as unknown as Client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Erases the counts of deleted links and other subjects, and some of the clicks that are due. */
export async function eraseDeleted(): Promise<void> {
  await withClient(async (client) => {
    const store = await openClickStore(client);
    while (await store.erase());
    await store.expire();
    while (await store.judge());
  });
}

/** Packs past months and visitors. */
export async function packClicks(): Promise<void> {
  await withClient(async (client) => {
    const store = await openClickStore(client);
    while (await store.pack());
  });
}

/** Forgets processes that have recorded nothing for a week: none of their lines can still arrive. */
export async function forgetOldProcesses(): Promise<void> {
  await statement(`delete from journal_offsets where journal like $1 and updated_at < now() - interval '7 days'`, [
    `${PROCESS}%`,
  ]);
}

/** The prefix of the journal names of processes that record without files. */
export const PROCESS = "process-";
