import type { OptionsFilter } from "@mantine/core";
import { folded } from "@/lib/contract/folded";

/** How well a text fits what was typed: 4 if equal, 3 at its start, 2 at the start of a word, 1 elsewhere, 0 not at all. */
function fitOf(text: string, typed: string): number {
  const searched = folded(text);
  if (searched === typed) return 4;
  let fit = 0;
  for (let at = searched.indexOf(typed); at >= 0; at = searched.indexOf(typed, at + 1)) {
    if (at === 0) return 3;
    if (!/[\p{L}\p{N}]/u.test(searched.charAt(at - 1))) return 2;
    fit = 1;
  }
  return fit;
}

function withFit<Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string) {
  const sought = folded(typed.trim());
  if (sought === "") return items.map((item) => ({ item, fit: 1 }));
  const words = sought.split(/\s+/);
  const fitOfItem = (text: string) => fitOf(text, sought) || (words.every((word) => fitOf(text, word) > 0) ? 0.5 : 0);
  // The sort is stable: equally good items keep their order.
  return items.map((item) => ({ item, fit: fitOfItem(textOf(item)) })).sort((a, b) => b.fit - a.fit);
}

/** The items whose text contains what was typed, or all its words, the best first, because Enter takes the first. */
export const findChoices = <Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): Item[] =>
  withFit(items, typed, textOf).flatMap(({ item, fit }) => (fit > 0 ? [item] : []));

/** The same, but with the items that do not contain it at the end: the server searches more than their text. */
export const sortFound = <Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): Item[] =>
  withFit(items, typed, textOf).map(({ item }) => item);

/** Mantine's filter for fields with all their options. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) =>
  fitting(options, search, findChoices, limit);

/** Mantine's filter for options that the server found. */
export const sortOptions: OptionsFilter = ({ options, search, limit }) => fitting(options, search, sortFound, limit);

type Options = Parameters<OptionsFilter>[0]["options"];

function fitting(options: Options, typed: string, choose: typeof findChoices, limit: number): Options {
  const groups = options.flatMap((option) =>
    "group" in option ? [{ ...option, items: choose(option.items, typed, labelOf) }] : [],
  );
  const others = options.flatMap((option) => ("group" in option ? [] : [option]));
  return [...groups.filter(({ items }) => items.length > 0), ...choose(others, typed, labelOf)].slice(0, limit);
}

const labelOf = ({ label }: { label: string }) => label;
