import type { FieldErrors } from "@/lib/contract/action-result";

/** Returns the error of a field, or the first error of a field inside it. */
export function errorUnder(errors: FieldErrors, path: string): string | undefined {
  return Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
}
