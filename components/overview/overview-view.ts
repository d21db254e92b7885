import { z } from "zod";
import { chosenId } from "@/components/ui/list-view";

/** The parameters in the address of the overview, named as on the links page. Invalid ones are ignored. */
export const overviewView = z.object({
  domain: chosenId,
  campaign: chosenId,
  /** a tag's name */
  tag: z.string().trim().min(1).max(64).optional().catch(undefined),
  /** the id of a link to show at the top, because it was just created */
  created: chosenId,
});

type OverviewView = z.infer<typeof overviewView>;

/** The page's filter as the query of its address; empty for all links. */
export function scopeQuery({ domain, campaign, tag }: Omit<OverviewView, "created">): string {
  const given = Object.entries({ domain, campaign, tag }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given).toString();
}
