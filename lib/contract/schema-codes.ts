import { readRefusal } from "./refusal";
import type { RefusalCode } from "./refusal-kinds";
import { schemaRefusals, type z } from "./zod";

type AnyDef = Record<string, unknown> & { checks?: { _zod: { def: AnyDef } }[] };

/** The codes that a schema and its parts can refuse with, except those that zod itself causes. */
export function findRefusalCodes(schema: z.ZodType, seen = new Set<unknown>()): RefusalCode[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const def = schema._zod.def as unknown as AnyDef;
  const checks = (def.checks ?? []).map((check) => check._zod.def);
  return [
    ...(schemaRefusals.get(schema)?.codes ?? []),
    ...[def, ...checks].flatMap(codeOfError),
    // A format such as e-mail is either a check or the schema itself.
    ...([def, ...checks].some(({ format }) => format === "email") ? (["not_an_email"] as const) : []),
    ...partsOf(def).flatMap((part) => findRefusalCodes(part, seen)),
  ];
}

/** The codes that replace zod's own messages, for every way in which the input can be wrong. */
function codeOfError({ error }: AnyDef): RefusalCode[] {
  if (typeof error !== "function") return [];
  const issues = [
    { code: "invalid_type" },
    { code: "invalid_type", input: 1 },
    { code: "unrecognized_keys", keys: [""] },
  ];
  return issues.flatMap((issue) => {
    const message: unknown = error(issue);
    const found = typeof message === "string" ? readRefusal(message) : null;
    return found ? [found.code] : [];
  });
}

/** The schemas that a schema consists of. */
function partsOf(def: AnyDef): z.ZodType[] {
  const shape = Object.values((def.shape ?? {}) as Record<string, z.ZodType>);
  const names = ["element", "innerType", "in", "out", "valueType", "options", "items"];
  return [...shape, ...names.flatMap((name) => (def[name] ?? []) as z.ZodType | z.ZodType[])];
}
