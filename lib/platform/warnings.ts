import { AsyncLocalStorage } from "node:async_hooks";
import { contrastBetween, READABLE, type TextColors, textContrast } from "@/lib/contract/colors";
import { englishOf } from "@/lib/contract/errors";
import { type ParamsArgument, type Refusal, refusal } from "@/lib/contract/refusal";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { parseTimestamp } from "@/lib/contract/timestamp";
import { processSingleton } from "./singleton";

/** A problem with a field of a request that succeeded: its value was left out, or is probably a mistake. */
export interface Warning extends Refusal {
  /** the field's name, with dots if it is nested */
  field: string;
}

const storage = processSingleton("warnings", () => new AsyncLocalStorage<Warning[]>());

/** Adds a warning to the answer of the present request. Outside of a request it has no effect. */
export function warn<Code extends RefusalCode>(field: string, code: Code, ...params: ParamsArgument<Code>): void {
  storage.getStore()?.push({ field, ...refusal(code, ...params) });
}

/** Adds warnings that were found before it was known whether the request succeeds. */
export function warnAll(warnings: Warning[]): void {
  storage.getStore()?.push(...warnings);
}

/** Parses a timestamp of a request at which something ends, and warns with `code` if it is in the past. */
export function endOf<Code extends RefusalCode>(
  field: string,
  text: string,
  code: Code,
  ...params: ParamsArgument<Code>
): Date | null {
  const end = parseTimestamp(text);
  if (end && end.getTime() < Date.now()) warn(field, code, ...params);
  return end;
}

/** Warns of texts that are hard to read in the colors of a page or an overlay, which are in the field `of`. */
export function warnOfContrast(of: string, colors: TextColors & { button?: string; buttontext?: string }): void {
  const contrasts = {
    text: textContrast(colors),
    buttontext: contrastBetween(colors.buttontext ?? "", colors.button ?? ""),
  };
  for (const [name, contrast] of Object.entries(contrasts))
    if (contrast < READABLE) warn(`${of}.${name}`, "contrast_low", { ratio: contrast.toFixed(1), least: READABLE });
}

/** Runs `work` and returns its result, and what it warned about. */
export async function withWarnings<T>(work: () => Promise<T>): Promise<{ result: T; warnings: Warning[] }> {
  const warnings: Warning[] = [];
  return { result: await storage.run(warnings, work), warnings };
}

/** The warnings as members of an answer of the API. There are none if nothing is wrong. */
export const presentWarnings = (warnings: Warning[]) =>
  warnings.length > 0
    ? { warnings: warnings.map(({ field, ...found }) => ({ field, code: found.code, message: englishOf(found) })) }
    : {};
