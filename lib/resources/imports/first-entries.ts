import type { Actor } from "@/lib/auth/actor";
import { getOwnedRow } from "@/lib/resources/owned-rows";
import { readEntries } from "./file";
import { storedEntries } from "./stored-entries";

/** How many entries are shown, and how much of each value. */
const shown = 3;
const longest = 60;

/** Returns the first values of each column of an import's file, as far as its entries are stored. */
export async function firstValues(actor: Actor, id: number): Promise<Record<string, string[]>> {
  await getOwnedRow(actor, "import", id);
  const values: Record<string, string[]> = {};
  let read = 0;
  for await (const entry of readEntries(storedEntries(id, shown))) {
    for (const [name, value] of Object.entries(entry)) {
      const text = textOf(value);
      if (text === "") continue;
      values[name] = [...(values[name] ?? []), text.length > longest ? `${text.slice(0, longest)}…` : text];
    }
    if (++read === shown) break;
  }
  return values;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
