import type { LinkRow } from "@/components/links/links-table";
import type { LinksView } from "@/components/links/links-view";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { getLink, type LinkWithRelations, listLinks } from "@/lib/links/service";
import { shortUrlOf } from "@/lib/links/short-url";
import { stateOf } from "@/lib/links/state";

const perPage = 20;

/** What the links page shows of a view. A page past the end, where the last row was just deleted, is the last one. */
export async function listedLinks(actor: Actor, { q, order, page, created }: LinksView) {
  const read = (number: number) => listLinks(actor, { q, order, page: number, limit: perPage });
  let { rows: links, total } = await read(page);
  const pages = Math.max(1, Math.ceil(total / perPage));
  const shown = Math.min(page, pages);
  if (shown !== page) ({ rows: links, total } = await read(shown));
  return { rows: links.map(rowOf), total, pages, page: shown, created: await createdLink(actor, created) };
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
