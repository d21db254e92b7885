import type { JsonColumn } from "@/lib/contract/json-columns";
import type { z } from "@/lib/contract/zod";
import { log } from "./log";

/**
 * A function that reads what a JSON column holds, which its schema looks at once. What does not fit was stored by other
 * rules than today's: the log says so, and it is used all the same, since a page that cannot be shown helps nobody. It is
 * answered as it is stored, not as the schema would make it anew: the order of its members may mean something.
 */
export function storedJson<T>(column: JsonColumn, schema: z.ZodType<T>): (value: unknown) => T {
  const known = new WeakSet<object>();
  return (value) => {
    if (typeof value === "object" && value !== null && !known.has(value)) {
      known.add(value);
      const { error } = schema.safeParse(value);
      if (error) log.warn({ column, issue: error.issues[0] }, "a column holds what its schema does not know");
    }
    return value as T;
  };
}
