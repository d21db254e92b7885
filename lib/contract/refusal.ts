import type { GetICUArgs } from "@schummar/icu-type-parser";
import type { Messages } from "@/generated/messages";
import { kindOf, type RefusalCode } from "./refusal-kinds";

/** A refusal as plain data, which can pass through threads, processes and columns. Its sentence follows from it. */
export interface Refusal {
  code: RefusalCode;
  params?: Params;
}

/** The values in a refusal's sentence. A refusal among them is inserted as its own sentence. */
export type Params = Record<string, string | number | Refusal>;

/** The parameters of a code's English sentence. */
export type ParamsOf<Code extends RefusalCode> = GetICUArgs<
  Messages["refusals"][Code],
  { ICUArgument: string | number | Refusal; ICUNumberArgument: number }
>;

/** `params`, optional if the sentence has none. */
export type ParamsArgument<Code extends RefusalCode> =
  Record<never, never> extends ParamsOf<Code> ? [params?: Record<string, never>] : [params: ParamsOf<Code>];

export const refusal = <Code extends RefusalCode>(code: Code, ...[params]: ParamsArgument<Code>): Refusal =>
  params ? { code, params: params as Params } : { code };

/** Encodes a refusal as text, for zod's messages and for columns that used to hold sentences. */
export const writeRefusal = ({ code, params }: Refusal): string => JSON.stringify({ code, params });

/** Decodes a refusal from text. Returns null for any other text. */
export function readRefusal(text: string): Refusal | null {
  if (!text.startsWith('{"code":')) return null;
  try {
    const found = JSON.parse(text) as Refusal;
    return Object.hasOwn(kindOf, found.code) ? found : null;
  } catch {
    return null;
  }
}
