import { z } from "zod";

/** The id of what an address names. */
export const chosenId = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined);

/** What the address of any list can ask for. Whatever makes no sense counts as left out. */
export const listParameters = {
  q: z
    .string()
    .trim()
    .max(255)
    .transform((value) => value.replaceAll("\0", ""))
    .catch(""),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
};

/** What the address of a list that has nothing but a search asks for. */
export const listView = z.object(listParameters);

/** A page of rows. One past the end, where the last row was just deleted, is the last that there is. */
export async function readPage<Row>(
  page: number,
  perPage: number,
  read: (page: number) => Promise<{ rows: Row[]; total: number }>,
): Promise<{ rows: Row[]; total: number; page: number; pages: number }> {
  const found = await read(page);
  const pages = Math.max(1, Math.ceil(found.total / perPage));
  if (page <= pages) return { ...found, page, pages };
  return { ...(await read(pages)), page: pages, pages };
}
