import { z } from "zod";

/** What this version writes, and the newest that it reads. */
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
  /** `cluster`: the files of the embedded Postgres; `rows`: what is in the tables, for any Postgres */
  kind: z.enum(["cluster", "rows"]),
  /** the version of Signpost that made it */
  version: z.string(),
  /** the migrations that its tables have had */
  migrations: z.array(z.string()),
  /** the major version of Postgres */
  postgres: z.number(),
  /** the moment that is restored */
  at: z.iso.datetime(),
  encrypted: z.boolean(),
  /** whether the service had its secret from APP_SECRET: then it is not in the backup */
  secretElsewhere: z.boolean(),
  /** whether its single clicks are in ClickHouse, which has backups of its own */
  clicksElsewhere: z.boolean(),
  /** on the disk, restored */
  unpackedBytes: z.number(),
  /** how each table was at that moment */
  tables: z.array(table),
  /** of `rows` alone: partitions with their bounds, and where sequences stand */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  files: z.array(file),
  /** of `cluster` alone: which log follows on it, and from where on, where one is kept */
  wal: z.object({ line: z.string(), timeline: z.number(), from: z.string() }).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupFile = z.infer<typeof file>;
export type TableState = z.infer<typeof table>;

/** @throws Error with a sentence about a backup that this version cannot read */
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
