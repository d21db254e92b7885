import { EmptyState, Stack } from "@mantine/core";
import { IconBroadcast } from "@tabler/icons-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ChannelButtons } from "@/components/channels/channel-buttons";
import { type ItemRow, ItemsTable } from "@/components/channels/items-table";
import { nameOfLink } from "@/components/links/link-name";
import { ColorDot } from "@/components/ui/color-dot";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView, readPage } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { PickToAdd } from "@/components/ui/pick-to-add";
import type { Actor } from "@/lib/auth/actor";
import { baseUrl } from "@/lib/platform/env";
import type { ChannelItemWithRelations } from "@/lib/resources/channels/items";
import { presentChannelItem, tilePath } from "@/lib/resources/channels/presenter";
import { listItems } from "@/lib/resources/channels/service";
import { siteIcons } from "@/lib/resources/site-icons/service";
import { countText } from "../../_lib/count-text";
import { assignAction, deleteChannelAction, unassignAction, updateChannelAction } from "../actions";
import { loadChannel } from "./load-channel";

export async function generateMetadata({ params }: PageProps<"/dashboard/channels/[id]">): Promise<Metadata> {
  return { title: (await loadChannel((await params).id)).row.name };
}

export default async function ChannelPage({ params, searchParams }: PageProps<"/dashboard/channels/[id]">) {
  const t = await getTranslations("channels.items");
  const { actor, row: channel } = await loadChannel((await params).id);
  const { id, name, description } = channel;
  const { rows, total, atMost, page, pages } = await itemsIn(actor, id, listView.parse(await searchParams).page);
  return (
    <Page
      title={name}
      mark={<ColorDot color={channel.color} />}
      lead={description || (await countText(t("count", { count: total }), atMost))}
      actions={
        <ChannelButtons
          channel={{ ...channel, items: total }}
          update={updateChannelAction}
          remove={deleteChannelAction}
        />
      }
    >
      <Stack>
        <PickToAdd
          label={t("add")}
          placeholder={t("add")}
          find="/dashboard/channels/find"
          add={assignAction.bind(null, id)}
        />
        {total > 0 ? (
          <ItemsTable
            rows={rows}
            now={new Date()}
            assign={assignAction.bind(null, id)}
            unassign={unassignAction.bind(null, id)}
          />
        ) : (
          <EmptyState
            py={48}
            variant="light"
            icon={<IconBroadcast />}
            title={t("empty.title")}
            description={t("empty.text")}
          />
        )}
        <ListPagination path={`/dashboard/channels/${id}`} parameters={{}} page={page} pages={pages} />
      </Stack>
    </Page>
  );
}

/** The dashboard's paths of the items in a channel. */
const pages = { links: "/dashboard/links", bio: null, qr: "/dashboard/qr-codes" };

/** A page of a channel's items, as its table shows them. */
async function itemsIn(actor: Actor, id: number, requested: number) {
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
