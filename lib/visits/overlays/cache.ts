import type { z } from "zod";
import { once } from "@/lib/platform/once";
import { pool } from "@/lib/platform/pool";
import type { OverlayType, overlayContents } from "@/lib/resources/overlays/content";
import { SnapshotCache } from "@/lib/visits/snapshot-cache";

/** What visitors get of an overlay. */
export type OverlaySnapshot = {
  [Type in OverlayType]: { id: number; type: Type; content: z.infer<(typeof overlayContents)[Type]> };
}[OverlayType];

/** The overlays that are shown, by id. */
export const overlayCache = () => once("overlayCache", () => new SnapshotCache(load, "overlays", 10_000));

async function load(id: string): Promise<OverlaySnapshot | null> {
  const { rows } = await pool.query<OverlaySnapshot>({
    name: "overlay-snapshot",
    text: "SELECT id, type, content FROM overlays WHERE id = $1",
    values: [id],
  });
  return rows[0] ?? null;
}
