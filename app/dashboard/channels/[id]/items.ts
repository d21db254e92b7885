import type { ItemRow } from "@/components/channels/items-table";
import { readPage } from "@/components/ui/list-view";
import type { Actor } from "@/lib/auth/actor";
import { baseUrl } from "@/lib/platform/env";
import type { ChannelItemWithRelations } from "@/lib/resources/channels/items";
import { presentChannelItem, tilePath } from "@/lib/resources/channels/presenter";
import { listItems } from "@/lib/resources/channels/service";

const perPage = 20;
/** Where the dashboard shows what is in a channel. */
const pages = { links: "/dashboard/links", bio: null, qr: "/dashboard/qr-codes" };

/** A page of what is in a channel, as its table shows it. */
export async function itemsIn(actor: Actor, id: number, asked: number) {
  const found = await readPage(asked, perPage, (page) => listItems(actor, id, { page, limit: perPage }));
  return { ...found, rows: found.rows.map(rowOf) };
}

function rowOf(item: ChannelItemWithRelations): ItemRow {
  const { type, id, title, preview, link } = presentChannelItem(item);
  // The pages load pictures from nowhere else.
  const own = preview.startsWith(`${baseUrl()}/`);
  const picture = own ? preview.slice(baseUrl().length) : tilePath("links", id);
  const page = pages[type] && `${pages[type]}/${id}`;
  return { id: item.id, item: `${type}/${id}`, type, title, page, picture, link, addedAt: item.createdAt };
}
