import type { Client } from "pg";
import { diskOf } from "@/lib/platform/files/disk";
import { SLOT } from "./line";

/** The line cannot continue, because the waiting log takes disk space that the service needs. */
export class TooMuch extends Error {}

/**
 * Checks that the waiting log leaves the service enough disk space.
 *
 * @throws TooMuch if more than `most` bytes of log are waiting, or if the disk of a folder is nearly full
 */
export async function refuseTooMuch(client: Client, most: number, folders: string[]): Promise<void> {
  const bytes = await waitingBytes(client);
  if (bytes > most) throw new TooMuch(`${mib(bytes)} of the log are waiting, more than the limit of ${mib(most)}.`);
  for (const folder of folders) {
    const disk = diskOf(folder);
    if (disk && disk.free < 2 * disk.reserve) throw new TooMuch(`The disk of ${folder} is nearly full.`);
  }
}

/** Returns how many bytes of log may wait: as many as Postgres's log may have without an archive. */
export async function mostBytes(client: Client): Promise<number> {
  const { rows } = await client.query("select pg_size_bytes(current_setting('max_wal_size'))::float8 as bytes");
  return rows[0].bytes;
}

async function waitingBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as bytes from pg_replication_slots
     where slot_name = $1`,
    [SLOT],
  );
  return rows[0]?.bytes ?? 0;
}

const mib = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`;
