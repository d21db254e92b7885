import type { Client } from "pg";
import type { MovedClicks } from "@/lib/clicks/clickhouse/move";

/** Calls `moveIntoClickHouse`. Imported here because nothing else needs these parts of ClickHouse. */
export async function moveClicks(client: Client, onStep: (step: string) => void): Promise<MovedClicks> {
  const { moveIntoClickHouse } = await import("@/lib/clicks/clickhouse/move");
  return moveIntoClickHouse(client, onStep);
}
