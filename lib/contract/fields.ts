import { type DateReading, readDate } from "./read-date";
import { formatTimestamp, parseTimestamp, timestampPattern } from "./timestamp";
import { refusing, z } from "./zod";

/** The largest number that the database's integer columns hold. */
export const maxInteger = 2_147_483_647;

/** Returns whether a time zone with this name exists. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const timeZone = () =>
  z.string().max(64).refine(isTimeZone, refusing("time_zone_unknown")).meta({ example: "Europe/Paris" });

/** Returns whether a value is empty: PHP encodes an object without members as an empty array. */
const isEmpty = (value: unknown, schema: z.ZodType) =>
  value === "" ||
  (Array.isArray(value) && value.length === 0 && (schema instanceof z.ZodObject || schema instanceof z.ZodRecord));

/** An optional field of a request: `null` and `""` mean that it was not sent. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === null || isEmpty(value, schema) ? undefined : value), schema.optional()).optional();

/** An optional field of an update that can be cleared: `""` means that it was not sent, `null` clears it. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isEmpty(value, schema) ? undefined : value), schema.nullable().optional()).optional();

type Shape = Record<string, z.ZodType>;

const mapShape = (shape: Shape, wrap: (schema: z.ZodType) => z.ZodType): Shape =>
  Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, described(wrap(schema), schema)]));

const described = (wrapped: z.ZodType, schema: z.ZodType) =>
  schema.description ? wrapped.describe(schema.description) : wrapped;

/** Applies `optional` to every field of `shape`. */
export const allOptional = <S extends Shape>(shape: S) =>
  mapShape(shape, optional) as { [K in keyof S]: ReturnType<typeof optional<S[K]>> };

/** Applies `clearable` to every field of `shape`. */
export const allClearable = <S extends Shape>(shape: S) =>
  mapShape(shape, clearable) as { [K in keyof S]: ReturnType<typeof clearable<S[K]>> };

/** A boolean, which may also arrive as 1 or 0 and as text. */
export const flag = () =>
  z.preprocess((value) => {
    if (value === 1 || value === "1" || value === "true") return true;
    if (value === 0 || value === "0" || value === "false") return false;
    return value;
  }, z.boolean());

const notWhole = refusing("not_whole");

/** An integer, which may also arrive as decimal text. */
export const integer = (minimum: number, maximum = maxInteger) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z
      .number({ error: ({ code }) => (code === "invalid_type" ? notWhole : undefined) })
      .int(notWhole)
      .min(minimum)
      .max(maximum),
  );

export const id = () => integer(1);

/** The name that a user gives to one of their things. */
export const name = () => z.string().trim().min(1).max(100);

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : value);

/** An e-mail address. Keyboards of phones add a space after one. */
export const email = () => z.preprocess(trimmed, z.email().max(254));

export const color = () =>
  z
    .string()
    .trim()
    .regex(/^#[0-9A-Fa-f]{6}$/, refusing("not_a_color"))
    .meta({ example: "#5C7CFA" });

/** Writes a moment in the contract's format. Returns any other text unchanged, such as the ambiguous `3/4/2027`. */
function contractTimestamp(text: string, day: DateReading["day"]): string {
  if (timestampPattern.test(text)) return text;
  const found = readDate(text, { day });
  return found && !found.isAmbiguous ? formatTimestamp(new Date(found.at)) : text;
}

/**
 * `YYYY-MM-DD HH:MM:SS` in UTC, and the other forms that `readDate` reads. A date without a time means the end of that
 * day by default.
 */
export const timestamp = (day: DateReading["day"] = "end") =>
  z.preprocess(
    // Seconds since 1970 may also arrive as a number.
    (value) => (typeof value === "number" ? String(value) : value),
    z
      .string()
      .overwrite((text) => contractTimestamp(text.trim(), day))
      .refine((text) => parseTimestamp(text) !== null, refusing("not_a_timestamp"))
      .meta({ pattern: timestampPattern.source, example: "2027-01-31 18:00:00" }),
  );
