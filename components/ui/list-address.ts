import type { Choice } from "./choice";

/** The address of a list view. Leaves out empty parameters and page 1. */
export function listHref(path: string, parameters: Record<string, string | number>): string {
  const given = Object.entries(parameters).filter(([name, value]) => value !== "" && !(name === "page" && value === 1));
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${path}?${query}` : path;
}

export interface ListFilter {
  /** The query parameter. */
  name: string;
  label: string;
  /** With `several`, values with commas between them. */
  value: string;
  /** Several options can be chosen. The first one means none. */
  several?: true;
  /** The first option is the default, which the address leaves out. */
  options: Choice[];
}

export const isUsed = ({ value, options }: ListFilter) => value !== options[0]?.value;

export const valuesOf = ({ several, value }: ListFilter) => (several ? value.split(",") : [value]);

export const labelOf = ({ options }: ListFilter, value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

/** The labels of the chosen options. */
export const chosenOf = (filter: ListFilter) =>
  valuesOf(filter)
    .map((value) => labelOf(filter, value))
    .join(", ");

/** The filter's value after an option was chosen. With `several`, an option that is chosen already is removed. */
export function valueAfter(filter: ListFilter, choice: string): string {
  if (!filter.several || choice === "") return choice;
  const present = valuesOf(filter).filter((value) => value !== "");
  return (present.includes(choice) ? present.filter((value) => value !== choice) : [...present, choice]).join(",");
}
