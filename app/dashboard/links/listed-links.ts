import type { LinkRow } from "@/components/links/links-table";
import { filterOf, type LinksView } from "@/components/links/links-view";
import { readPage } from "@/components/ui/list-view";
import type { Actor } from "@/lib/auth/actor";
import { daysOf, lastDays } from "@/lib/clicks/period";
import { clicksByDay } from "@/lib/clicks/stats";
import { AppError } from "@/lib/contract/errors";
import { countsOf } from "@/lib/resources/links/counts";
import type { ListedLink } from "@/lib/resources/links/read";
import { getLink, listLinks } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { stateOf } from "@/lib/resources/links/state";

const perPage = 20;

/** What the links page shows of a view. */
export async function listedLinks(actor: Actor, { page, created, ...view }: LinksView) {
  const filter = { ...filterOf(view), order: view.order, limit: perPage };
  const found = await readPage(page, perPage, (number) => listLinks(actor, { ...filter, page: number }));
  const days = lastDays(30);
  const ids = found.rows.map(({ id }) => id);
  const counts = await clicksByDay("link", ids, days);
  const daily = (id: number) => daysOf(days).map((day) => counts.get(id)?.get(day) ?? 0);
  return {
    ...found,
    rows: found.rows.map((link) => rowOf(link, daily(link.id))),
    created: await createdLink(actor, created),
  };
}

function rowOf(link: ListedLink, daily: number[]): LinkRow {
  return {
    daily,
    id: link.id,
    alias: link.alias,
    shortUrl: shortUrlOf(link),
    destination: link.destination,
    clicks: countsOf(link).clicks,
    imported: Number(link.importedClicks),
    createdAt: link.createdAt,
    state: stateOf(link),
    archived: link.archived,
    tags: link.tags,
    locked: link.passwordHash !== null,
  };
}

async function createdLink(actor: Actor, id: number | undefined): Promise<LinkRow | undefined> {
  if (id === undefined) return undefined;
  return getLink(actor, id).then(
    (link) => rowOf(link, []),
    (error) => {
      // It was deleted since, or the address was made up.
      if (error instanceof AppError) return undefined;
      throw error;
    },
  );
}
