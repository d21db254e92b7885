import type { ItemRow } from "@/components/channels/items-table";
import { nameOfLink } from "@/components/links/link-name";
import { readPage } from "@/components/ui/list-view";
import type { Actor } from "@/lib/auth/actor";
import { baseUrl } from "@/lib/platform/env";
import type { ChannelItemWithRelations } from "@/lib/resources/channels/items";
import { presentChannelItem, tilePath } from "@/lib/resources/channels/presenter";
import { listItems } from "@/lib/resources/channels/service";
import { siteIcons } from "@/lib/resources/site-icons/service";

/** The dashboard's paths of the items in a channel. */
const pages = { links: "/dashboard/links", bio: null, qr: "/dashboard/qr-codes" };

/** A page of a channel's items, as its table shows them. */
export async function itemsIn(actor: Actor, id: number, requested: number) {
  const found = await readPage(requested, (page) => listItems(actor, id, page));
  const iconOf = await siteIcons(
    actor,
    found.rows.flatMap(({ link }) => link ?? []),
  );
  return { ...found, rows: found.rows.map((item) => rowOf(item, iconOf)) };
}

function rowOf(item: ChannelItemWithRelations, iconOf: Awaited<ReturnType<typeof siteIcons>>): ItemRow {
  const { type, id, title, preview, link } = presentChannelItem(item);
  // The dashboard only loads images from its own address.
  const own = preview.startsWith(`${baseUrl()}/`);
  const picture = own ? preview.slice(baseUrl().length) : tilePath("links", id);
  const page = pages[type] && `${pages[type]}/${id}`;
  const shown = { id: item.id, item: `${type}/${id}`, type, title, page, picture, link, addedAt: item.createdAt };
  if (!item.link) return shown;
  const site = own && item.link.metaImage ? undefined : { url: item.link.destination, icon: iconOf(item.link) };
  return { ...shown, title: nameOfLink(item.link), site };
}
