import type { LinkRow } from "@/components/links/links-table";
import type { LinksView } from "@/components/links/links-view";
import { readPage } from "@/components/ui/list-view";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { getLink, type LinkWithRelations, listLinks } from "@/lib/links/service";
import { shortUrlOf } from "@/lib/links/short-url";
import { stateOf } from "@/lib/links/state";

const perPage = 20;

/** What the links page shows of a view. */
export async function listedLinks(actor: Actor, { q, order, page, created }: LinksView) {
  const found = await readPage(page, perPage, (number) => listLinks(actor, { q, order, page: number, limit: perPage }));
  return { ...found, rows: found.rows.map(rowOf), created: await createdLink(actor, created) };
}

function rowOf(link: LinkWithRelations): LinkRow {
  return {
    id: link.id,
    alias: link.alias,
    shortUrl: shortUrlOf(link),
    destination: link.destination,
    clicks: link.clicks,
    createdAt: link.createdAt,
    state: stateOf(link),
    locked: link.passwordHash !== null,
  };
}

async function createdLink(actor: Actor, id: number | undefined): Promise<LinkRow | undefined> {
  if (id === undefined) return undefined;
  return getLink(actor, id).then(rowOf, (error) => {
    // It was deleted since, or the address was made up.
    if (error instanceof AppError) return undefined;
    throw error;
  });
}
