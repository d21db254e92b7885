import { z } from "zod";

/** The format that this version writes, and the newest that it can read. */
export const FORMAT = 1;

export const MANIFEST = "manifest.json";
export const KEY = "key.age";

const file = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  bytes: z.number(),
  sha256: z.string(),
});

const table = z.object({ name: z.string(), rows: z.number(), digest: z.string() });

const manifestSchema = z.object({
  format: z.number(),
  /** `cluster`: the files of the embedded Postgres; `rows`: the rows of the tables, for any Postgres */
  kind: z.enum(["cluster", "rows"]),
  /** the version of Signpost that made it */
  version: z.string(),
  /** the migrations that its tables were created with */
  migrations: z.array(z.string()),
  /** the major version of Postgres */
  postgres: z.number(),
  /** the moment to which the backup restores */
  at: z.iso.datetime(),
  encrypted: z.boolean(),
  /** whether the service got its secret from APP_SECRET; the backup then does not contain it */
  secretElsewhere: z.boolean(),
  /** whether its single clicks are in ClickHouse, which needs separate backups */
  clicksElsewhere: z.boolean(),
  /** size on disk after a restore */
  unpackedBytes: z.number(),
  /** the state of each table at that moment */
  tables: z.array(table),
  /** only for `rows`: partitions with their bounds, and the values of sequences */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  files: z.array(file),
  /** only for `cluster`: the log that follows this backup, and its start position, if the log is archived */
  wal: z.object({ line: z.string(), timeline: z.number(), from: z.string() }).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupFile = z.infer<typeof file>;
export type TableState = z.infer<typeof table>;

/** @throws Error with a sentence if this version cannot read the backup */
export function readManifest(text: string, where: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${where} is damaged: its ${MANIFEST} cannot be read.`);
  }
  const format = (value as { format?: unknown } | null)?.format;
  if (typeof format === "number" && format > FORMAT)
    throw new Error(`${where} has format ${format}, and this version of Signpost reads formats up to ${FORMAT}.`);
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw new Error(`${where} is damaged: its ${MANIFEST} has unexpected content.`);
  return parsed.data;
}
