import { timestampOfLocal } from "@/lib/contract/timestamp";

const TEXT = /^(?:text|search|url|email|tel|password)$/;

/**
 * Returns what the user entered in a control before hydration, or undefined. React keeps such input in the control but
 * calls no `onChange`, so the owner of the state calls this once, in an effect. Local times are returned as timestamps.
 */
export function preHydrationValue(control: unknown, zone?: string): string | boolean | undefined {
  if (control instanceof HTMLSelectElement) {
    const chosen = control.selectedOptions[0];
    const known = [...control.options].some(({ defaultSelected }) => defaultSelected);
    return known && chosen && !chosen.defaultSelected ? chosen.value : undefined;
  }
  if (control instanceof HTMLInputElement && control.type === "checkbox")
    return control.checked === control.defaultChecked ? undefined : control.checked;
  if (control instanceof HTMLInputElement && control.type === "datetime-local")
    return timestampOfLocal(control.value, zone) || undefined;
  const isText =
    control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && TEXT.test(control.type));
  return isText && control.value !== control.defaultValue ? control.value : undefined;
}
