import type { FieldErrors } from "@/lib/contract/action-result";

/** The tabs on which something is refused, in their order. `tabOfField` says where each field is. */
export function refusedTabs<Tab extends string>(
  tabs: readonly Tab[],
  tabOfField: Record<string, Tab>,
  errors: FieldErrors,
): Tab[] {
  const wrong = Object.keys(errors).map((path) => tabOfField[path.split(".")[0] ?? ""]);
  return tabs.filter((tab) => wrong.includes(tab));
}
