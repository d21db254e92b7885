import type { JsonColumn } from "@/lib/contract/json-columns";
import type { z } from "@/lib/contract/zod";
import { log } from "./log";

/**
 * A function that reads what a JSON column holds, by its schema, each value once. What does not fit was stored by other
 * rules than today's: the log says so, and it is used as it is, since a page that cannot be shown helps nobody.
 */
export function storedJson<T>(column: JsonColumn, schema: z.ZodType<T>): (value: unknown) => T {
  const known = new WeakMap<object, T>();
  return (value) => {
    const key = typeof value === "object" && value !== null ? value : undefined;
    const before = key && known.get(key);
    if (before !== undefined) return before;
    const { data = value as T, error } = schema.safeParse(value);
    if (error) log.warn({ column, issue: error.issues[0] }, "a column holds what its schema does not know");
    if (key) known.set(key, data);
    return data;
  };
}
