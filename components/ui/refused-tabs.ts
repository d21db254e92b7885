import type { FieldErrors } from "@/lib/contract/action-result";

/** The tabs with refused fields, in order. `tabOfField` maps each field to its tab. */
export function refusedTabs<Tab extends string>(
  tabs: readonly Tab[],
  tabOfField: Record<string, Tab>,
  errors: FieldErrors,
): Tab[] {
  const wrong = Object.keys(errors).map((path) => tabOfField[path.split(".")[0] ?? ""]);
  return tabs.filter((tab) => wrong.includes(tab));
}
