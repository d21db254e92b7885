import type { Choice } from "./choice";

export interface ListFilter {
  /** The query parameter. */
  name: string;
  label: string;
  value: string;
  /** The first option is the default, which the address leaves out. */
  options: Choice[];
}

export const isUsed = ({ value, options }: ListFilter) => value !== options[0]?.value;

/** The label of the chosen option. */
export const chosenOf = ({ value, options }: ListFilter) =>
  options.find((option) => option.value === value)?.label ?? value;
