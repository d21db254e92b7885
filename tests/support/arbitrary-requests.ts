import fc from "fast-check";
import type { Operation } from "@/lib/contract/operation";
import type { Call } from "./calls";
import { bodySchemaOf, choicesOf, parametersOf, type Schema, schemaOf } from "./schemas";

/** How a request differs from a valid call. */
export interface Change {
  /** in place of the path's parameters; null keeps the valid one */
  params: (string | null)[];
  /** added to the query; a name may occur twice */
  query: [string, string][];
  /** members to set, or to remove if undefined; or what is sent instead of the body */
  body: { members: Record<string, unknown>; prototype: boolean } | { whole: unknown } | { raw: string };
  headers: Record<string, string>;
}

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const loneSurrogates = fc.string({ unit: fc.integer({ min: 0xd800, max: 0xdfff }).map((c) => String.fromCharCode(c)) });

const hostileText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  loneSurrogates,
  fc.constantFrom(
    "\0",
    "a\0b",
    "__proto__",
    "constructor",
    "toString",
    "null",
    "undefined",
    "NaN",
    "-0",
    "0x10",
    "1e9",
  ),
  fc.constantFrom(
    "2147483648",
    "-2147483649",
    "9007199254740993",
    "1".repeat(400),
    "'; DROP TABLE users; --",
    "%",
    "_",
  ),
  fc.constantFrom("<script>", "{{7*7}}", "../../etc/passwd", "\u202e\u200b", "\r\nX-Header: 1", "İ", "🏴󠁧󠁢"),
  fc.constantFrom("javascript:alert(1)", "http://", "http://[::1]:0/", "https://a@b/", "http://127.0.0.1:9/", "//x"),
  fc.constantFrom("0000-00-00 00:00:00", "2027-02-30 00:00:00", "9999-12-31 23:59:59", "2027-01-31T18:00:00Z"),
  fc.constantFrom("x".repeat(256), "é".repeat(9_000), "x".repeat(70_000)),
);

const hostileNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, -0, 5e-324),
);

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], "", nested(50), nested(2_000)),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(hostileText, { maxLength: 3 }),
  fc.constantFrom(Array(101).fill(1), Array(2_000).fill("x"), Array(101).fill({})),
  fc.constantFrom({ length: 1e9 }, { toString: 1 }, { toJSON: "x" }, { constructor: { prototype: {} } }),
);

/** A value as the schema requires, or nearly so, or something completely different. */
function valueLike(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fittingOf(schema), weight: 3 }, { arbitrary: hostile, weight: 1 });
}

function fittingOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf ?? schema.oneOf) return fc.oneof(...choicesOf(schema).map(valueLike));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const minimum = Math.max(schema.minimum ?? -10, -(2 ** 31));
  const maximum = Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1);
  switch (schema.type) {
    case "object":
      return fc.oneof(membersOf(schema), membersOf(schema, Object.keys(schema.properties ?? {})));
    case "array":
      return fc.array(schema.items ? valueLike(schemaOf(schema.items)) : hostile, { maxLength: 4 });
    case "integer":
    case "number":
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, minimum - 1, maximum + 1));
    case "boolean":
      return fc.constantFrom(true, false, 0, 1, "true", "false", "1");
    case "string":
      return fc.oneof(
        fc.constantFrom(schema.example ?? "text", "x".repeat(Math.min(schema.maxLength ?? 100, 10_000))),
        fc.constantFrom("https://example.net/", "a@example.com", "2037-01-31 18:00:00", "#123456", "rgb(1,2,3)", "FR"),
        fc.string({ minLength: schema.minLength, maxLength: Math.min(schema.maxLength ?? 40, 40) }),
        fc.constant("x".repeat(Math.min(schema.maxLength ?? 100, 10_000) + 1)),
      );
    default:
      return hostile;
  }
}

function membersOf(schema: Schema, requiredKeys: string[] = []): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    valueLike(schemaOf(property)),
  ]);
  return fc.record(Object.fromEntries(members), { requiredKeys });
}

const rawText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    "{",
    '{"a":',
    "[".repeat(100_000),
    '{"a":'.repeat(20_000),
    "\ufeff{}",
    "1e999",
    '{"a":1e999}',
    "NaN",
  ),
  fc.constantFrom('{"a":1,"a":2}', `{"a":"${"x".repeat(1024 * 1024)}"}`, '"\\ud800"', "{}{}", "'{}'", "undefined"),
);

function bodyOf(operation: Operation, valid: Call): fc.Arbitrary<Change["body"]> {
  const schema = bodySchemaOf(operation, valid.body) ?? {};
  const names = Object.keys(schema.properties ?? {});
  const removed = fc.subarray(names, { maxLength: Math.min(1, names.length) });
  const members = fc
    .tuple(membersOf(schema), removed, fc.dictionary(hostileText, hostile, { maxKeys: 1 }))
    .map(([set, gone, more]) => ({ ...set, ...more, ...Object.fromEntries(gone.map((name) => [name, undefined])) }));
  return fc.oneof(
    { arbitrary: fc.record({ members, prototype: fc.boolean() }), weight: 8 },
    { arbitrary: fc.record({ whole: hostile }), weight: 1 },
    { arbitrary: fc.record({ raw: rawText }), weight: 1 },
  );
}

/** Changes to `valid`, a valid call of the operation, that keep it valid or break it in some way. */
export function changesTo(operation: Operation, valid: Call): fc.Arbitrary<Change> {
  // Empty and dotted segments would make the address of another operation.
  const segment = hostileText.map((text) => text.slice(0, 500)).filter((text) => !/^\.{0,2}$/.test(text));
  const param = fc.oneof(
    { arbitrary: fc.constant(null), weight: 6 },
    { arbitrary: fc.integer({ min: 1, max: 300 }).map(String), weight: 1 },
    { arbitrary: segment, weight: 2 },
  );
  const names = parametersOf(operation, "query").map(({ name }) => name);
  const name = names.length > 0 ? fc.oneof(fc.constantFrom(...names), hostileText) : hostileText;
  const value = fc.oneof(fc.integer({ min: -2, max: 200 }).map(String), hostileText);
  const cut = (text: string) => text.slice(0, 500);
  const key = fc.option(fc.constantFrom("one", "another", "x".repeat(300), "a b", "__proto__"), { freq: 8 });
  const type = fc.oneof(
    { arbitrary: fc.constant("application/json"), weight: 12 },
    {
      arbitrary: fc.constantFrom("application/json; charset=utf-16", "text/plain", "application/x+json", "x"),
      weight: 1,
    },
  );
  return fc.record({
    params: fc.tuple(...(valid.params ?? []).map(() => param)),
    query: fc.array(fc.tuple(name.map(cut), value.map(cut)), { maxLength: 4 }),
    body: bodyOf(operation, valid),
    headers: fc.tuple(type, key).map(
      ([contentType, idempotencyKey]): Record<string, string> => ({
        "content-type": contentType,
        ...(idempotencyKey !== null && { "idempotency-key": idempotencyKey }),
      }),
    ),
  });
}

/** The text that is sent as the body of a changed call. */
export function changedBody({ body }: Change, valid: Call): string {
  if ("raw" in body) return body.raw;
  if ("whole" in body) return JSON.stringify(body.whole);
  const text = JSON.stringify({ ...valid.body, ...body.members });
  return body.prototype ? `{"__proto__":{"admin":true,"url":"x"}${text === "{}" ? "" : ","}${text.slice(1)}` : text;
}
