import type { Client } from "pg";
import { pool } from "@/lib/platform/pool";
import type { Line } from "./click-store";
import { batchOf, storeOrSetAside } from "./quarantine";
import { openClickStore } from "./store";

/** Lines that a process recorded one after the other. */
export interface RecordedLines {
  /** the process */
  journal: string;
  /** how many lines it recorded before these */
  position: number;
  lines: string[];
}

/** Stores lines over a connection of the pool, each once: those that are stored already are left out. */
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
  await storeOrSetAside(store, batchOf(journal, placed), () => placed);
}

/** Runs `work` with a connection of the pool, which is not used again where it fails. */
export async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // The pool's connections are clients, but for how they are given back.
    const result = await work(client as unknown as Client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Erases what was counted of links and so on that have been deleted, and some of the clicks that are due. */
export async function eraseDeleted(): Promise<void> {
  await withClient(async (client) => {
    const store = await openClickStore(client);
    while (await store.erase());
    await store.expire();
    while (await store.judge());
  });
}

/** Packs months that are over, and visitors. */
export async function packClicks(): Promise<void> {
  await withClient(async (client) => {
    const store = await openClickStore(client);
    while (await store.pack());
  });
}

/** Forgets processes that have recorded nothing for a week: nothing of theirs can still be on its way. */
export async function forgetOldProcesses(): Promise<void> {
  await pool.query(`delete from journal_offsets where journal like $1 and updated_at < now() - interval '7 days'`, [
    `${PROCESS}%`,
  ]);
}

/** What the names of the journals begin with that such processes have. */
export const PROCESS = "process-";
