import { describe, expect, it } from "vitest";
import { clearable, color, email, flag, id, integer, optional, timestamp } from "@/lib/contract/fields";
import { alias } from "@/lib/contract/link-fields";
import { formatTimestamp, parseTimestamp } from "@/lib/contract/timestamp";
import { z } from "@/lib/contract/zod";
import { createPixelBody } from "@/lib/resources/pixels/schema";

const parsed = (schema: z.ZodType, input: unknown) => {
  const result = schema.safeParse(input);
  return result.success ? result.data : "refused";
};

describe("an optional field", () => {
  const body = z.object({ name: optional(z.string().min(2)), count: optional(id()) });

  it.each([{}, { name: null }, { name: "" }, { name: undefined }, { count: null }, { count: "" }])(
    "counts as not sent if it is %j",
    (input) => {
      const { name, count } = body.parse(input);
      expect([name, count]).toEqual([undefined, undefined]);
    },
  );

  it("is checked if it is sent", () => {
    expect(body.parse({ name: "ab", count: "3" })).toEqual({ name: "ab", count: 3 });
    expect(body.safeParse({ name: "a" }).success).toBe(false);
    expect(body.safeParse({ name: " " }).success).toBe(false);
    expect(body.safeParse({ count: false }).success).toBe(false);
  });
});

it.each([
  [color(), "#5C7CFA"],
  [email(), "ada@example.com"],
  [alias(), "spring-sale"],
  [createPixelBody.shape.tag, "G-ABC1234567"],
])("removes blanks around pasted values", (schema, text) => {
  expect(parsed(schema, ` ${text}\n`)).toBe(text);
  expect(parsed(schema, `${text} ${text}`)).toBe("refused");
});

it("a clearable field keeps null, and treats an empty text as not sent", () => {
  const body = z.object({ name: clearable(z.string().min(2)) });
  expect(body.parse({ name: null })).toEqual({ name: null });
  expect(body.parse({ name: "" }).name).toBeUndefined();
  expect(body.parse({}).name).toBeUndefined();
  expect(body.parse({ name: "ab" })).toEqual({ name: "ab" });
  expect(body.safeParse({ name: 5 }).success).toBe(false);
});

it.each([
  [true, true],
  [1, true],
  ["1", true],
  ["true", true],
  [false, false],
  [0, false],
  ["0", false],
  ["false", false],
  [2, "refused"],
  ["yes", "refused"],
  ["", "refused"],
  [null, "refused"],
  [[], "refused"],
])("the flag %j is %j", (input, expected) => {
  expect(parsed(flag(), input)).toBe(expected);
});

it.each([
  [1, 1],
  ["1", 1],
  ["0012", 12],
  [2_147_483_647, 2_147_483_647],
  [2_147_483_648, "refused"],
  ["99999999999999999999", "refused"],
  [0, "refused"],
  ["0", "refused"],
  [-1, "refused"],
  ["-1", "refused"],
  [1.5, "refused"],
  ["1.5", "refused"],
  ["1e3", "refused"],
  [" 1", "refused"],
  ["0x1", "refused"],
  ["", "refused"],
  [true, "refused"],
  [null, "refused"],
  [[1], "refused"],
  [Number.NaN, "refused"],
  [Number.POSITIVE_INFINITY, "refused"],
])("the id %j is %j", (input, expected) => {
  expect(parsed(id(), input)).toBe(expected);
});

it("an integer stays within its limits", () => {
  expect(parsed(integer(-5, 5), "-5")).toBe(-5);
  expect(parsed(integer(-5, 5), 6)).toBe("refused");
});

describe("a timestamp", () => {
  it.each(["2027-01-31 18:00:00", "2028-02-29 23:59:59", "0001-01-01 00:00:00", "9999-12-31 23:59:59"])(
    "%s is returned as it was sent",
    (text) => {
      const date = parseTimestamp(text);
      expect(date && formatTimestamp(date)).toBe(text);
      expect(timestamp().safeParse(text).success).toBe(true);
    },
  );

  it("is in UTC, in any time zone of the machine", () => {
    expect(parseTimestamp("2027-01-31 18:00:00")?.getTime()).toBe(Date.UTC(2027, 0, 31, 18));
    expect(formatTimestamp(new Date("2027-01-31T18:00:00.999+02:00"))).toBe("2027-01-31 16:00:00");
  });

  it.each([
    "2027-02-31 00:00:00",
    "2027-02-29 00:00:00",
    "2027-13-01 00:00:00",
    "2027-01-00 00:00:00",
    "2027-01-01 24:00:00",
    "2027-01-01 00:60:00",
    "2027-01-01 00:00:60",
    // There is no year 0 in Postgres.
    "0000-01-01 00:00:00",
    "2027-1-1 0:0:0",
    "3/4/2027",
    "tomorrow",
    "",
  ])("%j is not a timestamp", (text) => {
    expect(parseTimestamp(text)).toBeNull();
    expect(timestamp().safeParse(text).success).toBe(false);
  });

  it.each([
    ["2027-01-01", "2027-01-01 23:59:59"],
    ["2027-01-01T00:00:00", "2027-01-01 00:00:00"],
    ["2027-01-01 00:00:00Z", "2027-01-01 00:00:00"],
    [" 2027-01-01 00:00:00", "2027-01-01 00:00:00"],
    ["2027-01-01 00:00:00\n", "2027-01-01 00:00:00"],
  ])("%j is written %j", (text, written) => {
    expect(parseTimestamp(text)).toBeNull();
    expect(timestamp().parse(text)).toBe(written);
  });

  it.each([1_800_000, true, null, {}])("%j is not a timestamp either", (value) => {
    expect(timestamp().safeParse(value).success).toBe(false);
  });
});
