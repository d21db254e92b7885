import { z } from "zod";
import type { Sort } from "@/components/ui/data-table";
import { listHref } from "@/components/ui/list-address";
import { chosenId, listParameters } from "@/components/ui/list-view";
import { tagFilter } from "@/lib/resources/tags/schema";

const orders = ["date", "click"] as const;
export const states = ["active", "private", "off", "disabled", "expired", "limit-reached", "archived"] as const;

/** The view that the URL of the links page describes. Invalid parameters are ignored. */
const linksView = z.object({
  ...listParameters,
  order: z.enum(orders).catch("date"),
  direction: z.enum(["asc", "desc"]).catch("desc"),
  campaign: chosenId,
  channel: chosenId,
  domain: chosenId,
  /** names of tags, in repeated parameters or with commas between them: links with all of them */
  tag: tagFilter().catch([]),
  /** Links with any of these tags are left out. */
  excludetag: tagFilter().catch([]),
  status: z.enum(states).optional().catch(undefined),
  /** the id of a link to show at the top, because it was just created */
  created: chosenId,
});

export type LinksView = z.infer<typeof linksView>;

export const readLinksView = (parameters: Record<string, string | string[] | undefined>): LinksView =>
  linksView.parse(parameters);

/** A view's filters, as `linkSelection` takes them. */
export const filterOf = ({
  q,
  tag,
  excludetag,
  campaign,
  channel,
  domain,
  status,
}: Omit<LinksView, "page" | "created">) => ({
  q,
  tag,
  excludetag,
  campaign,
  channel,
  domain,
  state: status === "archived" ? undefined : status,
  archived: status === "archived" || undefined,
});

export type LinksFilter = ReturnType<typeof filterOf>;
/** A view's filters, as query parameters. */
export const narrowingOf = ({ q, campaign, channel, domain, tag, excludetag, status }: LinksView) =>
  asText({ q, campaign, channel, domain, tag, excludetag, status });

/** The order of a list as query parameters; empty for the default order. */
export const orderingOf = ({ order, direction }: Pick<LinksView, "order" | "direction">): Record<string, string> =>
  asText({ order: order === "date" ? "" : order, direction: direction === "desc" ? "" : direction });

const asText = (requested: Record<string, string | string[] | number | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(requested).map(([name, value]) => [name, String(value ?? "")]));

/** All orders that a list can have. */
export const orderings = orders.flatMap((order) =>
  (["desc", "asc"] as const).map((direction) => ({ order, direction })),
);

/** The address of a view's first page in another order. */
export const orderedHref = (view: LinksView, ordering: Pick<LinksView, "order" | "direction">) =>
  listHref("/dashboard/links", { ...narrowingOf(view), ...orderingOf(ordering) });

/** How a column's header sorts the list: highest first, then in reverse. */
export function sortOf(view: LinksView, order: LinksView["order"]): Sort {
  const present = view.order !== order ? "none" : view.direction === "asc" ? "ascending" : "descending";
  const direction = present === "descending" ? "asc" : "desc";
  return { present, href: orderedHref(view, { order, direction }) };
}
