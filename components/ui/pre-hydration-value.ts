import { timestampOfLocal } from "@/lib/contract/timestamp";

const TEXT = /^(?:text|search|url|email|tel|password)$/;

/**
 * What somebody typed, chose or switched in a control before the page's scripts were there to notice, if anything.
 * A local time, in `zone` or else the browser's, is answered as a timestamp; it is shown only once the scripts know the zone. React leaves it in the control and calls no `onChange`: whoever keeps the state asks once, in an effect.
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
