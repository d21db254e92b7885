import { operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";

/**
 * Problems that an administrator should look at while everything still works for visitors and users. They are codes of
 * refusals, which have messages.
 */
export const degradations = [
  "disk_full",
  "journal_full",
  "journal_old",
  "drain_stuck",
  "clickhouse_unreachable",
  "redis_unreachable",
  "backup_failed",
  "backup_old",
  "log_archive_late",
] as const;

export type Degradation = (typeof degradations)[number];

const tag = "Service";

const bytes = z
  .int()
  .describe("The size of the recorded clicks that are not yet in the database, in bytes.")
  .meta({ example: 0 });

const disk = z
  .object({
    free: z.int().describe("Free space, in bytes."),
    reserve: z
      .int()
      .describe(
        "The space that the journal leaves free so that its clicks can be stored, in bytes. It grows with the journal.",
      ),
    full: z
      .boolean()
      .describe("Whether less than `reserve` is free. Links then keep working, but their clicks are not recorded."),
  })
  .nullable()
  .describe(
    "The disk with the journal, at most about one second old. Null if there is no journal on disk, or nothing is known yet.",
  )
  .meta({ example: { free: 70_000_000_000, reserve: 537_000_000, full: false } });

const healthWarnings = ["proxy_not_trusted", "take_over_failed"] as const;
export type HealthWarning = (typeof healthWarnings)[number];

/** Details that only operators see. */
const details = z.object({
  commit: z
    .string()
    .nullable()
    .describe("The commit that it was built from. Null if it was built without its repository.")
    .meta({ example: "5d1c9e0b8a7f46235d1c9e0b8a7f46235d1c9e0b" }),
  schema: z
    .object({
      migration: z.string().describe("The newest database migration.").meta({ example: "20261105120000_segments" }),
      sql: z.string().describe("A hash of the database's functions and triggers.").meta({ example: "3f9a1c07b2de" }),
    })
    .nullable()
    .describe("The state of the database when the process started to respond."),
  journal: z.object({
    bytes,
    refused: z.int().describe("Clicks since the start that were not recorded.").meta({ example: 0 }),
    quarantined: z
      .int()
      .describe(
        "Clicks that the database rejected. They are kept. To try them again, run `npm run signpost replay-quarantine`.",
      )
      .meta({ example: 0 }),
  }),
  disk,
  memory: z
    .object({
      rss: z.int().describe("All memory of the process.").meta({ example: 180_000_000 }),
      heapUsed: z.int().describe("The memory used by its JavaScript.").meta({ example: 90_000_000 }),
      heapLimit: z.int().describe("The most memory that its JavaScript may use.").meta({ example: 4_300_000_000 }),
    })
    .describe("The memory of the process that responds, in bytes."),
  restarts: z
    .int()
    .describe("How often a process of the service has crashed and been restarted since the service started.")
    .meta({ example: 0 }),
  stopping: z.boolean().describe("Whether the service is shutting down.").meta({ example: false }),
  warnings: z
    .array(z.object({ code: z.enum(healthWarnings), message: z.string() }))
    .describe(
      "Problems that someone should fix: a new version that should have taken over but did not start, or a proxy that is missing in `TRUSTED_PROXIES`.",
    )
    .meta({ example: [] }),
  figures: z
    .record(z.string(), z.number())
    .describe(
      "The service's metrics, summed over all of its processes and at most a second old. Keys are metric names, with labels in braces. docs/running.md explains them.",
    )
    .meta({ example: { signpost_journal_oldest_seconds: 0, "signpost_visits_total{redirect}": 1200 } }),
});

export const health = operation({
  method: "GET",
  path: "/api/health",
  tag,
  summary: "Check whether the service is running",
  description:
    "Everyone can see `status` and `version`. To get the other fields, send an administrator's API key or `METRICS_TOKEN` as a bearer token. Clicks wait in the journal until they are stored in the database. If the journal is full or cannot be written, or the disk is almost full (`disk.full`), links keep working but their clicks are not recorded. `refused` counts these clicks and should be 0. `quarantined` counts clicks that the database rejected and should also be 0.",
  access: "public",
  unlimited: true,
  result: z.object({
    status: z.literal("live"),
    version: z.string().describe("The version of Signpost.").meta({ example: "0.2.0" }),
    ...details.partial().shape,
  }),
});

export const ready = operation({
  method: "GET",
  path: "/api/ready",
  tag,
  refuses: ["disk_full_and_database_unreachable"],
  summary: "Check whether the service is ready for everything",
  description:
    "The status is 200 if visitors and users can do everything. It is 503 while the database cannot be reached or cannot save anything, and while the service shuts down; `reasons` then lists all problems. Clicks wait in the journal and are stored later. `degraded` lists problems that someone should fix, although pages and the API still work: a disk that is almost full, so that clicks are not recorded (`disk_full`), a full journal (`journal_full`), a click that has waited for more than 15 minutes (`journal_old`), waiting clicks of which none was stored for a minute (`drain_stuck`), ClickHouse not reachable (`clickhouse_unreachable`), a Redis that cannot be reached or written (`redis_unreachable`), a failed backup (`backup_failed`), no backup that succeeded for two intervals (`backup_old`), or a transaction log that has not been archived for five minutes (`log_archive_late`). The response comes within a second. Load balancers should check `/api/ready/visits` instead: cached links then keep redirecting while the database cannot be reached.",
  access: "public",
  unlimited: true,
  result: z.object({
    status: z.literal("ready"),
    degraded: z
      .array(z.object({ code: z.enum(degradations), message: z.string() }))
      .describe("Problems that someone should fix, each with a code and a sentence.")
      .meta({ example: [] }),
    journal: z.object({
      bytes,
      oldest: z
        .int()
        .nullable()
        .describe("How many seconds the oldest click has waited. Null if it is not known.")
        .meta({ example: 0 }),
    }),
    disk,
  }),
});

export const readyForVisits = operation({
  method: "GET",
  path: "/api/ready/visits",
  tag,
  refuses: ["service_stopping"],
  summary: "Check whether the service is ready for visits",
  description:
    "For load balancers. The status is 503 until the service has started, and while it shuts down. This check does not use the database: while the database cannot be reached, cached links keep redirecting, and a load balancer that removed all instances would stop them.",
  access: "public",
  unlimited: true,
  result: z.object({ status: z.literal("ready") }),
});
