import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { journal } from "@/lib/clicks/journal";
import { env } from "@/lib/env";
import { pool } from "@/lib/pool";
import { version } from "@/package.json";

export interface InstanceFigures {
  users: number;
  newUsers: number;
  links: number;
  clicks: number;
  qrCodes: number;
  /** bytes */
  database: number;
  postgres: string;
  /** clicks that wait to be stored, in bytes, and those that could not be recorded since the start */
  journal: { bytes: number; refused: number };
  version: string;
  node: string;
  /** seconds since this process started */
  uptime: number;
  clickStore: "PostgreSQL" | "ClickHouse";
  /** where limits of requests are counted */
  counters: "memory" | "Redis";
}

/** What an administrator wants to know of the service as a whole. */
export async function instanceFigures(actor: Actor): Promise<InstanceFigures> {
  requireAdmin(actor);
  const { rows } = await pool.query<
    Pick<InstanceFigures, "users" | "newUsers" | "links" | "clicks" | "qrCodes" | "database" | "postgres">
  >(`SELECT (SELECT count(*)::int FROM users) AS users,
    (SELECT count(*)::int FROM users WHERE created_at > now() - interval '30 days') AS "newUsers",
    (SELECT coalesce(sum(links), 0)::int FROM link_blocks) AS links,
    (SELECT coalesce(sum(clicks), 0)::float8 FROM links) AS clicks,
    (SELECT count(*)::int FROM qr_codes) AS "qrCodes",
    pg_database_size(current_database())::float8 AS database,
    current_setting('server_version') AS postgres`);
  return {
    ...(rows[0] as InstanceFigures),
    journal: journal().backlog(),
    version,
    node: process.versions.node,
    uptime: process.uptime(),
    clickStore: env.CLICKHOUSE_URL ? "ClickHouse" : "PostgreSQL",
    counters: env.REDIS_URL || env.UPSTASH_REDIS_REST_URL ? "Redis" : "memory",
  };
}
