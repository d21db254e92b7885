import type { FieldErrors } from "@/lib/contract/action-result";

/** The sentence about a field or the first about what is in it. */
export function errorUnder(errors: FieldErrors, path: string): string | undefined {
  return Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
}
