import { follow } from "@/lib/platform/database/changes";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { snapshotCache } from "@/lib/visits/core/snapshot-cache";

/** The overlays that visitors see, by id. */
export const overlayCache = () =>
  processSingleton("overlayCache", () =>
    follow(snapshotCache("overlays", 10_000, load), "overlay_changed", "account_deleted"),
  );

async function load(id: string): Promise<OverlaySnapshot | null> {
  const rows = await statement<OverlaySnapshot>(
    `SELECT id, type, content FROM overlays WHERE id = $1 AND ${ofExistingAccount("overlays.user_id")}`,
    [id],
    { quick: "visitor" },
  );
  return rows[0] ?? null;
}
