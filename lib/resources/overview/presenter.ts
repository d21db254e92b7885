import type { z } from "zod";
import { presentFailure } from "@/lib/resources/links/presenter";
import type { ListedLink } from "@/lib/resources/links/read";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { Attention } from "./attention";
import type { overview } from "./schema";
import type { Overview } from "./service";

const presentLink = (link: ListedLink) => ({
  id: link.id,
  shorturl: shortUrlOf(link),
  longurl: link.destination,
  title: link.title,
});

export function presentOverview(found: Overview, failing: Attention["failing"]): z.infer<typeof overview> {
  const { links, counted, zone: timezone, utcBefore: utcbefore, clicks, visitors, newLinks: newlinks, days } = found;
  const { now, before } = found.today;
  return {
    ...{ links, counted, timezone, utcbefore, today: { now, before }, clicks, visitors, newlinks, days },
    toplinks: found.top.map(({ link, clicks }) => ({ ...presentLink(link), clicks })),
    countries: found.countries.map(({ value, clicks }) => ({ country: value, clicks })),
    referrers: found.referrers.map(({ value, clicks }) => ({ referrer: value, clicks })),
    failing: failing.map(({ link, ...failure }) => ({ ...presentLink(link), ...presentFailure(failure) })),
  };
}
