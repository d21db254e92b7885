import type { Choice } from "./choice";

export interface ListFilter {
  /** the parameter of the address */
  name: string;
  label: string;
  value: string;
  /** the first is the usual one, which the address leaves out */
  options: Choice[];
}

export const isUsed = ({ value, options }: ListFilter) => value !== options[0]?.value;

/** What is chosen, in words. */
export const chosenOf = ({ value, options }: ListFilter) =>
  options.find((option) => option.value === value)?.label ?? value;
