import qs from "qs";
import { AppError } from "@/lib/contract/errors";
import { type Decode, decoderOf } from "./charset";

/** The limit of PHP: max_input_vars. */
const maxFormFields = 1000;

const options: qs.IParseOptions<qs.BooleanOptional> = { depth: 8, arrayLimit: maxFormFields, duplicates: "last" };

/** The field that browsers fill with the form's charset if its author asks for it. */
const stated = /(?:^|&)_charset_=([^&]+)/;

/** Parses a URL-encoded form with PHP's brackets. */
export function formOf(body: Buffer, charset?: string): unknown {
  boundFields(body, "&");
  // One character for each byte, until the percent signs are decoded.
  const text = body.toString("latin1");
  const decode = decoderOf(charset ?? stated.exec(text)?.[1]);
  return qs.parse(text, { ...options, parameterLimit: maxFormFields, decoder: (part) => decoded(part, decode) });
}

/** Nests fields by the brackets in their names. */
export const nested = (fields: Record<string, unknown>): unknown => qs.parse(fields as Record<string, string>, options);

/** Refuses too many fields before parsing them. */
export function boundFields(body: Buffer, between: string): void {
  let count = 0;
  for (let at = body.indexOf(between); at >= 0; at = body.indexOf(between, at + between.length)) {
    if (++count >= maxFormFields) throw new AppError("body_too_many_values", { count: maxFormFields });
  }
}

function decoded(part: string, decode: Decode): string {
  const bytes = part
    .replaceAll("+", " ")
    .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return decode(Buffer.from(bytes, "latin1"));
}
