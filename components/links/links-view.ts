import { z } from "zod";
import { listParameters } from "@/components/ui/list-view";

export const orders = ["date", "click"] as const;
export const states = ["active", "private", "disabled", "expired", "limit-reached", "archived"] as const;

const chosen = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined);

/** What the address of the links page asks for. Whatever makes no sense counts as left out. */
const linksView = z.object({
  ...listParameters,
  order: z.enum(orders).catch("date"),
  campaign: chosen,
  channel: chosen,
  domain: chosen,
  /** a tag's name */
  tag: z.string().trim().min(1).max(64).optional().catch(undefined),
  status: z.enum(states).optional().catch(undefined),
  /** the id of a link to show at the top, since it was made just now */
  created: chosen,
});

export type LinksView = z.infer<typeof linksView>;

export const readLinksView = (parameters: Record<string, string | string[] | undefined>): LinksView =>
  linksView.parse(parameters);

/** What a view narrows the list to, as `linkSelection` takes it. */
export const filterOf = ({ q, tag, campaign, channel, domain, status }: Omit<LinksView, "page" | "created">) => ({
  q,
  tag,
  campaign,
  channel,
  domain,
  state: status === "archived" ? undefined : status,
  archived: status === "archived" || undefined,
});

export type LinksFilter = ReturnType<typeof filterOf>;
