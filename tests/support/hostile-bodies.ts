import type { Operation } from "@/lib/contract/operation";
import type { Call } from "./calls";
import { bodySchemaOf, choicesOf, type Schema, schemaOf } from "./schemas";

const repeat = (count: number, text: string) => Array(count).fill(text).join(",");

/** JSON texts that no honest client sends, each within 1 MiB, with a description. */
export const hostileValues: [string, string][] = [
  ["nested deeper than a stack", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["nested in objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["nested a little too deep", `${"[".repeat(40)}${"]".repeat(40)}`],
  ["many texts that cannot be stored", `[${repeat(60_000, '"\\u0000"')}]`],
  ["a long name over them", `{"${"k".repeat(400_000)}":[${repeat(60_000, '"\\u0000"')}]}`],
  ["many names", `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`)}}`],
  ["many long names", `{${Array.from({ length: 900 }, (_, index) => `"${index}${"k".repeat(1000)}":1`)}}`],
  ["many empty objects", `[${repeat(200_000, "{}")}]`],
  ["as many wrong values as pass", `[${repeat(4_000, "{}")}]`],
  ["as many wrong lists as pass", `[${repeat(90, `[${repeat(50, '"XX"')}]`)}]`],
  ["names as many as pass", `{${Array.from({ length: 4_000 }, (_, index) => `"k${index}":{"\\u0000":"\\u0000"}`)}}`],
  ["one long text", `"${"x".repeat(900_000)}"`],
  ["one long text of escapes", `"${"\\u0000".repeat(150_000)}"`],
  ["half a megabyte of half characters", `"${"\\ud800".repeat(80_000)}"`],
  ["a number without end", "9".repeat(900_000)],
];

/** The place of a value in a body: the path of its names, with `0` for the first item of a list. */
function placesIn(schema: Schema, path: string[] = [], depth = 0): string[][] {
  if (depth > 4) return [];
  return choicesOf(schema).flatMap((choice) => [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(choice.properties ?? {}).flatMap(([name, property]) =>
      placesIn(schemaOf(property), [...path, name], depth + 1),
    ),
    ...(choice.items ? placesIn(schemaOf(choice.items), [...path, "0"], depth + 1) : []),
  ]);
}

/** Every place of the operation's body, each once. */
export function placesOf(operation: Operation, valid: Call): string[][] {
  const schema = bodySchemaOf(operation, valid.body);
  const places = schema ? placesIn(schema) : [];
  return [...new Map(places.map((place) => [place.join("."), place])).values()];
}

/** Replaces one place of the body by a JSON text. */
export function hostileBody(valid: Call, place: string[], json: string): string {
  const mark = "the place of the value";
  const put = (value: unknown, [name, ...rest]: string[]): unknown => {
    if (name === undefined) return mark;
    if (name === "0") return [put(Array.isArray(value) ? value[0] : undefined, rest)];
    const members = typeof value === "object" && value !== null ? value : {};
    return { ...members, [name]: put((members as Record<string, unknown>)[name], rest) };
  };
  return JSON.stringify(put(valid.body ?? {}, place)).replace(`"${mark}"`, () => json);
}
