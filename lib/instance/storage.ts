import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { journal } from "@/lib/clicks/journal/journal";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { measureDisk } from "@/lib/platform/files/disk";
import { type GrowthFigure, recentGrowth } from "./growth-figures";

export interface InstanceStorage {
  /** everything in Postgres */
  database: number;
  /** part of that: single clicks and their counts */
  clicks: number;
  /** part of that: uploaded images and the logos of QR codes */
  uploads: number;
  /** clicks that are waiting for the database */
  journal: number;
  /** the disk of the data folder; null if the system does not report it */
  disk: { size: number; free: number } | null;
  /** what takes the most space, largest first */
  largest: GrowthFigure[];
}

const MOST_LISTED = 10;

export async function storageFigures(actor: Actor): Promise<InstanceStorage> {
  requireAdmin(actor);
  const rows = await statement<Pick<InstanceStorage, "database" | "clicks" | "uploads">>(
    `SELECT pg_database_size(current_database())::float8 AS database,
      (SELECT coalesce(sum(pg_total_relation_size(relid)), 0)::float8 FROM pg_partition_tree('clicks'))
        + (SELECT sum(pg_total_relation_size(name::regclass))::float8
           FROM unnest(ARRAY['click_packs', 'click_rollups', 'click_rollups_beyond', 'click_visitors', 'click_visitor_sets', 'click_day_visitors', 'click_values']) AS name) AS clicks,
      (pg_total_relation_size('uploads') + pg_total_relation_size('qr_logos'))::float8 AS uploads`,
  );
  const [sizes = { database: 0, clicks: 0, uploads: 0 }] = rows;
  const disk = measureDisk(env.DATA_DIR);
  const grown = (await recentGrowth()).filter(({ bytes }) => bytes);
  return {
    ...sizes,
    journal: journal().backlog().bytes,
    disk: disk ? { size: disk.size, free: disk.free } : null,
    largest: grown.toSorted((one, other) => (other.bytes ?? 0) - (one.bytes ?? 0)).slice(0, MOST_LISTED),
  };
}
