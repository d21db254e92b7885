import { type Refusal, refusal, writeRefusal } from "./refusal";
import type { z } from "./zod";

const KiB = 1024;

/**
 * The most bytes (UTF-8) of JSON in each column. Schemas refuse larger values and name the field. The database refuses
 * twice as much, because it writes JSON with spaces. It does so with triggers: unlike a CHECK, they let older rows be
 * counted and changed.
 */
export const jsonColumns = {
  "plans.limits": 4 * KiB,
  "idempotency_keys.result": 64 * KiB,
  "imports.made": 512 * KiB,
  "imports.counts": 1 * KiB,
  "imports.columns": 128 * KiB,
  "imports.how": 256 * KiB,
  "import_rows.link": 192 * KiB,
  "links.rules": 64 * KiB,
  "links.deep_link": 32 * KiB,
  "links.parameters": 8 * KiB,
  "deleted_links.stored": 1024 * KiB,
  "links.qr_design": 4 * KiB,
  "qr_codes.data": 32 * KiB,
  "qr_codes.style": 1 * KiB,
  "qr_templates.design": 4 * KiB,
  "overlays.content": 32 * KiB,
  "overlay_answers.content": 32 * KiB,
  "splash_pages.content": 32 * KiB,
  "domains.app_links": 16 * KiB,
  "domains.theme": 16 * KiB,
  "bio_pages.theme": 12 * KiB,
  "bio_pages.blocks": 64 * KiB,
  "instance_samples.figures": 1 * KiB,
} as const;

export type JsonColumn = keyof typeof jsonColumns;

export const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

export const fitsColumn = (column: JsonColumn, value: unknown) => jsonBytes(value) <= jsonColumns[column];

export const tooLargeFor = (column: JsonColumn): Refusal =>
  refusal("json_too_large", { size: jsonColumns[column] / KiB });

/** Makes the schema of a column's JSON, limited in bytes. */
export const forColumn = <T extends z.ZodType>(column: JsonColumn, schema: T): T =>
  schema.refine((value) => fitsColumn(column, value), writeRefusal(tooLargeFor(column)));
