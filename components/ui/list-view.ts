import { z } from "zod";
import type { Listed, Page } from "@/lib/contract/pagination";

/** An id in an address. */
export const chosenId = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined);

/** Parameters that every list has. Invalid values count as left out. */
export const listParameters = {
  q: z
    .string()
    .trim()
    .max(255)
    .transform((value) => value.replaceAll("\0", ""))
    .catch(""),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
};

/** Parameters of a list that has only a search. */
export const listView = z.object(listParameters);

/** A page of rows. A page past the end, for example after its last row was deleted, is the last page. */
export async function readPage<Row>(
  page: number,
  read: (page: Page) => Promise<Listed<Row>>,
  limit = 20,
): Promise<Listed<Row> & { page: number; pages: number }> {
  const found = await read({ page, limit });
  const pages = Math.max(1, Math.ceil((found.total + (found.atMost === undefined ? 0 : 1)) / limit));
  if (page <= pages) return { ...found, page, pages };
  return { ...(await read({ page: pages, limit })), page: pages, pages };
}
