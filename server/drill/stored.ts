import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { journalDirectories, journalsIn } from "@/lib/clicks/journal/journal-files";

const STORED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** The number of clicks on a link in the database. */
export interface Stored {
  rows: number;
  /** the counter that pages show */
  counted: number;
}

/** Waits until everything in the journals is stored, and counts the clicks of each alias. */
export async function storedOf(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  aliases: string[],
  signal: AbortSignal,
): Promise<Map<string, Stored>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await untilStored(client, join(dataDir, "journal"), signal);
    const { rows } = await client.query<Stored & { alias: string }>(
      `select alias, counts.clicks::float8 as counted,
         (select count(*)::float8 from clicks where clicks.link_id = links.id) as rows
       from links join link_counts as counts on counts.link_id = links.id where alias = any($1)`,
      [aliases],
    );
    return new Map(rows.map(({ alias, ...stored }) => [alias, stored]));
  } finally {
    await client.end().catch(() => {});
  }
}

async function untilStored(client: pg.Client, root: string, signal: AbortSignal): Promise<void> {
  for (const late = Date.now() + STORED_WITHIN_MS; ; await sleep(LOOK_EVERY_MS, undefined, { signal })) {
    const left = await waiting(client, root);
    if (left === 0) return;
    if (Date.now() > late) throw new Error(`${left} bytes of the journal are not stored after a minute.`);
  }
}

/** Returns how many bytes of the journals are not stored yet. A complete file counts until it is deleted. */
async function waiting(client: pg.Client, root: string): Promise<number> {
  const { rows } = await client.query<{ journal: string; offset: string }>("select * from journal_offsets");
  const offsets = new Map(rows.map(({ journal, offset }) => [journal, Number(offset)]));
  try {
    const files = journalDirectories(root).flatMap((name) => journalsIn(join(root, name)));
    const left = files.map(({ journal, bytes, closed }) => (closed ? bytes + 1 : bytes - (offsets.get(journal) ?? 0)));
    return left.reduce((sum, each) => sum + Math.max(0, each), 0);
  } catch {
    // The journal of a dead process, which has just been stored and removed.
    return 1;
  }
}
