import type { GetICUArgs } from "@schummar/icu-type-parser";
import type { Messages } from "@/generated/messages";
import { kindOf, type RefusalCode } from "./refusal-kinds";

/** A refusal as plain data, which passes through threads, processes and columns: the sentence follows from it. */
export interface Refusal {
  code: RefusalCode;
  params?: Params;
}

/** What a sentence says of the case. A refusal among them is put in as its own sentence. */
export type Params = Record<string, string | number | Refusal>;

/** The params that the English sentence of a code has room for. */
export type ParamsOf<Code extends RefusalCode> = GetICUArgs<
  Messages["refusals"][Code],
  { ICUArgument: string | number | Refusal; ICUNumberArgument: number }
>;

/** `params`, which may be left out where the sentence has none. */
export type ParamsArgument<Code extends RefusalCode> =
  Record<never, never> extends ParamsOf<Code> ? [params?: Record<string, never>] : [params: ParamsOf<Code>];

export const refusal = <Code extends RefusalCode>(code: Code, ...[params]: ParamsArgument<Code>): Refusal =>
  params ? { code, params: params as Params } : { code };

/** As text, for what takes nothing else: zod's messages, and columns that held sentences once. */
export const writeRefusal = ({ code, params }: Refusal): string => JSON.stringify({ code, params });

/** The refusal that a text is; null for any other text. */
export function readRefusal(text: string): Refusal | null {
  if (!text.startsWith('{"code":')) return null;
  try {
    const found = JSON.parse(text) as Refusal;
    return Object.hasOwn(kindOf, found.code) ? found : null;
  } catch {
    return null;
  }
}
