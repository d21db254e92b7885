import { z } from "zod";

const text = z.string().trim().max(255);

/** What the address of the links page asks for. Whatever makes no sense counts as left out. */
const linksView = z.object({
  q: text.transform((value) => value.replaceAll("\0", "")).catch(""),
  order: z.enum(["date", "click"]).catch("date"),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  /** the id of a link to show at the top, since it was made just now */
  created: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
});

export type LinksView = z.infer<typeof linksView>;

export const readLinksView = (parameters: Record<string, string | string[] | undefined>): LinksView =>
  linksView.parse(parameters);

/** The address of a view; what is as usual is left out. */
export function linksHref({ q, order, page }: Pick<LinksView, "q" | "order"> & { page?: number }): string {
  const parameters = new URLSearchParams();
  if (q) parameters.set("q", q);
  if (order !== "date") parameters.set("order", order);
  if (page && page > 1) parameters.set("page", String(page));
  return parameters.size > 0 ? `/dashboard/links?${parameters}` : "/dashboard/links";
}
