import { refusedField } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import { repeatable } from "@/lib/contract/query";
import { z } from "@/lib/contract/zod";

/**
 * Refuses a query in which a parameter has several different values, except where each of them counts. Taking one of
 * them would answer another question than the caller asked. Parameters that are ignored may come as often as they like.
 * `others` contains further names that are understood.
 */
export function refuseRepeatedParameters(
  { query: schema }: Pick<Operation, "query">,
  query: Record<string, string | string[]>,
  others: object = {},
): void {
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  for (const [name, value] of Object.entries(query)) {
    if (!Array.isArray(value)) continue;
    const parameter = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (parameter ? !repeatable.has(parameter) : Object.hasOwn(others, name)) {
      throw refusedField(name, "parameter_repeated");
    }
  }
}
