import { statement } from "@/lib/platform/database/statement";

/** What links are sorted by: a column with an index that begins with the account and the archive and ends with the ID. */
export const orders = {
  date: { table: "links", key: "links.created_at", id: "links.id" },
  click: { table: "link_counts", key: "link_counts.clicks", id: "link_counts.link_id" },
} as const;

export type OrderName = keyof typeof orders;

/** Joins the searched texts of links. */
export const textsJoinedTo = (order: OrderName) => `join link_texts on link_texts.link_id = ${orders[order].id}`;

// Not prepared: the best plan depends on the values.
export async function selectIds(text: string, values: unknown[]): Promise<number[]> {
  const rows = await statement<{ id: number }>(text, values);
  return rows.map(({ id }) => id);
}
