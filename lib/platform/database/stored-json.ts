import type { JsonColumn } from "@/lib/contract/json-columns";
import type { z } from "@/lib/contract/zod";
import { log } from "@/lib/platform/log/log";

/**
 * Returns a function that reads a JSON column. A value that does not match the schema was stored under earlier rules.
 * It is logged and still used, because a page that fails to render is worse. The value is returned as stored, not as
 * the schema would output it, since the order of members may matter.
 */
export function storedJson<T>(column: JsonColumn, schema: z.ZodType<T>): (value: unknown) => T {
  const known = new WeakSet<object>();
  return (value) => {
    if (typeof value === "object" && value !== null && !known.has(value)) {
      known.add(value);
      const { error } = schema.safeParse(value);
      if (error) log.warn({ column, issue: error.issues[0] }, "a stored value does not match its schema");
    }
    return value as T;
  };
}
