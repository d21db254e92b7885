import type { z } from "zod";

/**
 * Parses a draft by `schema` and fills in missing or invalid parts from `sample`. One entry in `sample` is used for a
 * whole list. Returns null if the result still cannot be drawn.
 */
export function drawable<Value>(schema: z.ZodType<Value>, draft: unknown, sample: unknown): Value | null {
  const parsed = schema.safeParse(draft);
  if (parsed.success) return parsed.data;
  const mended = parsed.error.issues.reduce((whole, { path }) => replaced(whole, path, sample), draft);
  return schema.safeParse(mended).data ?? null;
}

function replaced(value: unknown, [key, ...deeper]: PropertyKey[], sample: unknown): unknown {
  if (key === undefined) return sample;
  const part = memberOf(sample, typeof key === "number" ? 0 : key);
  const mended = replaced(memberOf(value, key), deeper, part);
  return Array.isArray(value) ? value.with(Number(key), mended) : { ...Object(value), [key]: mended };
}

const memberOf = (value: unknown, key: PropertyKey) => (value as Record<PropertyKey, unknown> | undefined)?.[key];
