import { z } from "zod";
import { chosenId } from "@/components/ui/list-view";

/** What the address of the overview asks for, under the names of the links page. Whatever makes no sense counts as left out. */
export const overviewView = z.object({
  domain: chosenId,
  campaign: chosenId,
  /** a tag's name */
  tag: z.string().trim().min(1).max(64).optional().catch(undefined),
  /** the id of a link to show at the top, since it was made just now */
  created: chosenId,
});

type OverviewView = z.infer<typeof overviewView>;

/** What the page is narrowed to, as the query of its address; empty for all links. */
export function scopeQuery({ domain, campaign, tag }: Omit<OverviewView, "created">): string {
  const asked = Object.entries({ domain, campaign, tag }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(asked).toString();
}
