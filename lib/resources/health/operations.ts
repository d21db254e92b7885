import { operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";
import { degradations } from "./degradations";

const tag = "Service";

const bytes = z.int().describe("Recorded clicks that are not yet in the database.").meta({ example: 0 });

const disk = z
  .object({
    free: z.int().describe("In bytes."),
    reserve: z.int().describe("What clicks that wait leave free, so that they can be stored. It grows with them."),
    full: z
      .boolean()
      .describe("Whether less than that is free. Then links go on working, and clicks on them are refused."),
  })
  .nullable()
  .describe("The disk that clicks wait on, at most about a second ago; null where there is none, or nothing is known.")
  .meta({ example: { free: 70_000_000_000, reserve: 537_000_000, full: false } });

const healthWarnings = ["proxy_not_trusted", "take_over_failed"] as const;
export type HealthWarning = (typeof healthWarnings)[number];

/** Details that only operators see. */
const details = z.object({
  commit: z
    .string()
    .nullable()
    .describe("The commit that it was built from; null where it was built without its repository.")
    .meta({ example: "5d1c9e0b8a7f46235d1c9e0b8a7f46235d1c9e0b" }),
  schema: z
    .object({
      migration: z.string().describe("The newest migration.").meta({ example: "20261105120000_segments" }),
      sql: z.string().describe("A digest of the functions and triggers.").meta({ example: "3f9a1c07b2de" }),
    })
    .nullable()
    .describe("Of the database, when the process began to answer."),
  journal: z.object({
    bytes,
    refused: z.int().describe("Clicks that were not recorded since the start.").meta({ example: 0 }),
    quarantined: z
      .int()
      .describe(
        "Clicks that the database refused. They are kept, and `npm run signpost replay-quarantine` tries them again.",
      )
      .meta({ example: 0 }),
  }),
  disk,
  memory: z
    .object({
      rss: z.int().describe("What the process takes of the machine's.").meta({ example: 180_000_000 }),
      heapUsed: z.int().describe("What its JavaScript takes.").meta({ example: 90_000_000 }),
      heapLimit: z.int().describe("What its JavaScript may take.").meta({ example: 4_300_000_000 }),
    })
    .describe("Of the process that answers, in bytes."),
  restarts: z
    .int()
    .describe("How often a process of the service has died, and was started again, since the service was started.")
    .meta({ example: 0 }),
  stopping: z.boolean().describe("Whether the service is shutting down.").meta({ example: false }),
  warnings: z
    .array(z.object({ code: z.enum(healthWarnings), message: z.string() }))
    .describe(
      "What to look at: a next version that was to take over and did not start, or a proxy that `TRUSTED_PROXIES` does not list.",
    )
    .meta({ example: [] }),
  figures: z
    .record(z.string(), z.number())
    .describe(
      "What the service's metrics say, those of all its processes together: by their names, behind which what tells several apart stands in braces. At most a second old. docs/running.md says what they mean.",
    )
    .meta({ example: { signpost_journal_oldest_seconds: 0, "signpost_visits_total{redirect}": 1200 } }),
});

export const health = operation({
  method: "GET",
  path: "/api/health",
  tag,
  summary: "Is the process alive?",
  description:
    "Everybody sees `status` and `version`. An administrator's key or `METRICS_TOKEN`, sent as a bearer token, adds the rest. Clicks wait in the journal until they are stored. When it may not grow any more, or cannot be written, links go on working and the clicks on them are refused, that is, not recorded: `refused` should be 0. That is so, too, while little of the disk is free (`disk.full`), until there is room again. `quarantined` should be 0, too: a click that the database refuses is set aside, so that all others are stored.",
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
  summary: "Is the service ready for everything?",
  description:
    "Ready means that what visitors and users ask for can be done. The status is 503 while the database cannot be reached, and from when the service is told to stop. Clicks wait in the journal then, and are stored afterwards; `reasons` names all that is the matter. What somebody should look at, while links go on working, is `degraded` of a service that is ready: a full disk (`disk_full`) or journal (`journal_full`), a click that has waited for more than 15 minutes (`journal_old`), none stored for a minute though some wait (`drain_stuck`), ClickHouse out of reach (`clickhouse_unreachable`), Redis out of reach (`redis_unreachable`), a backup that fails (`backup_failed`) or is older than two intervals (`backup_old`), a log that is not kept beside them for five minutes (`log_archive_late`). The answer comes within a second. A balancer should check `/api/ready/visits` instead, so that links which are cached go on while the database cannot be reached.",
  access: "public",
  unlimited: true,
  result: z.object({
    status: z.literal("ready"),
    degraded: z
      .array(z.object({ code: z.enum(degradations), message: z.string() }))
      .describe("What somebody should look at: a code and a sentence of each.")
      .meta({ example: [] }),
    journal: z.object({
      bytes,
      oldest: z
        .int()
        .nullable()
        .describe("How many seconds the oldest of them has waited; null where nothing is known of it.")
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
  summary: "Is the service ready for visits?",
  description:
    "For load balancers. The status is 503 until the service has started, and while it shuts down. This check does not use the database: while the database cannot be reached, cached links keep redirecting, and a load balancer that removed all instances would stop them.",
  access: "public",
  unlimited: true,
  result: z.object({ status: z.literal("ready") }),
});
