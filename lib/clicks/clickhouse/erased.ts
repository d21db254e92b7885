import type { Client } from "pg";
import { type ErasedClick, noteErased } from "@/lib/clicks/postgres/segments";
import { SEGMENT } from "@/lib/clicks/store/seal";
import { slowRows } from "./client";
import { namedColumns } from "./columns";

const AT_ONCE = 10_000;

const facts = namedColumns.filter(({ isFact }) => isFact);

/** `factsOf` as SQL for a row. Missing values are stored as 0 or an empty text. */
export const factsInClickHouse = [
  "toUInt64(toUnixTimestamp(at)) * 1000 + ms",
  ...facts.map(({ name, type }) => (type === "String" ? name : `if(${name} = 0, '', toString(${name}))`)),
];

/** Returns a seal in Postgres' format from a number, which JSON contains as a text. */
export const sealOfNumber = (seal: string) => (seal === "0" ? "" : BigInt(seal).toString(16).padStart(16, "0"));

/**
 * Records that the clicks that match a condition are about to be erased. Returns their largest id, because later clicks
 * are not erased with them.
 */
export async function noteErasing(client: Client, condition: string): Promise<number> {
  let last = 0;
  const [at, ...facts] = factsInClickHouse;
  const text = `concat(toString(${at}), ${facts.map((column) => `'\t', ${column}`).join(", ")})`;
  const query = `select toString(id) as place, toString(seal) as number, ${text} as facts from clicks final where ${condition}`;
  for await (const rows of slowRows<{ place: string; number: string; facts: string }>(query, AT_ONCE)) {
    const clicks = rows.map(
      ({ place, number, facts }): ErasedClick => ({ id: Number(place), facts, seal: sealOfNumber(number) }),
    );
    for (const { id } of clicks) last = Math.max(last, id);
    await noteErased(
      client,
      clicks.filter(({ id }) => id >= SEGMENT),
    );
  }
  return last;
}
