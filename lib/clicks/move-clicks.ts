import type { Client } from "pg";
import type { MovedClicks } from "./clickhouse/move";

/** See `moveIntoClickHouse`. What of ClickHouse is not needed otherwise is loaded for it alone. */
export async function moveClicks(client: Client, onStep: (step: string) => void): Promise<MovedClicks> {
  const { moveIntoClickHouse } = await import("./clickhouse/move");
  return moveIntoClickHouse(client, onStep);
}
