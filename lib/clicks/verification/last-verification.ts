import type { Client } from "pg";
import { statement } from "@/lib/platform/database/statement";

/** What the last verification found (see `verifyClicks`). */
export interface LastVerification {
  /** when it began */
  at: Date;
  clicks: number;
  differences: number;
}

type Kept = Pick<LastVerification, "clicks" | "differences"> & { at: string; seconds: number };

/** Returns the last verification, or null before the first one. */
export async function lastVerification(): Promise<LastVerification | null> {
  const rows = await statement<LastVerification>(
    "select at, clicks::float8, differences::float8 from click_verifications",
  );
  return rows[0] ?? null;
}

export async function keepVerification(client: Client, { at, seconds, clicks, differences }: Kept): Promise<void> {
  await client.query(
    `insert into click_verifications (id, at, seconds, clicks, differences) values (1, $1, $2, $3, $4)
     on conflict (id) do update set at = excluded.at, seconds = excluded.seconds, clicks = excluded.clicks,
       differences = excluded.differences`,
    [at, seconds, clicks, differences],
  );
}
