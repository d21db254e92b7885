import { follow } from "@/lib/platform/database/changes";
import { ofExistingAccount } from "@/lib/platform/database/deleted-accounts";
import { pool } from "@/lib/platform/database/pool";
import { processSingleton } from "@/lib/platform/singleton";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { snapshotCache } from "@/lib/visits/core/snapshot-cache";

/** The overlays that visitors see, by id. */
export const overlayCache = () =>
  processSingleton("overlayCache", () =>
    follow(snapshotCache("overlays", 10_000, load), "overlay_changed", "account_deleted"),
  );

async function load(id: string): Promise<OverlaySnapshot | null> {
  const { rows } = await pool.query<OverlaySnapshot>({
    name: "overlay-snapshot",
    text: `SELECT id, type, content FROM overlays WHERE id = $1 AND ${ofExistingAccount("user_id")}`,
    values: [id],
  });
  return rows[0] ?? null;
}
