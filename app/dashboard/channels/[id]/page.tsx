import { EmptyState, Stack } from "@mantine/core";
import { IconBroadcast } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import classes from "@/components/channels/channels.module.css";
import { StarButton, type UpdateChannelAction } from "@/components/channels/star-button";
import { useChannelDeletion } from "@/components/deletions/use-deletion";
import { nameOfLink } from "@/components/links/link-name";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { ColorDot } from "@/components/ui/line";
import { AddressLink, TextLink } from "@/components/ui/link";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView, readPage } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { PickToAdd } from "@/components/ui/pick-to-add";
import { RemoveButton } from "@/components/ui/remove-button";
import { type Site, SiteIcon } from "@/components/ui/site-icon";
import type { Actor } from "@/lib/auth/actor";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/readable-url";
import { weights } from "@/lib/contract/theme";
import { baseUrl } from "@/lib/platform/env";
import { presentChannelItem, tilePath } from "@/lib/resources/channels/presenter";
import type { ChannelItemType } from "@/lib/resources/channels/schema";
import { type ChannelItemWithRelations, listItems } from "@/lib/resources/channels/service";
import { siteIcons } from "@/lib/resources/site-icons/service";
import { countText } from "../../_lib/count-texts";
import { loadChannel } from "../../_lib/owned-row-loader";
import { assignAction, deleteChannelAction, unassignAction, updateChannelAction } from "../actions";

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
      note={description || (await countText(t("count", { count: total }), atMost))}
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
  const site = own && item.link.metaImage ? undefined : { icon: iconOf(item.link) };
  return { ...shown, title: nameOfLink(item.link), site };
}

interface ChannelButtonsProps {
  channel: { id: number; name: string; color: string; starred: boolean; items: number };
  update: UpdateChannelAction;
  remove: DeleteAction;
}

function ChannelButtons({ channel, update, remove }: ChannelButtonsProps) {
  const deletion = useChannelDeletion(remove)(channel);
  return (
    <EntryButtons edit={`/dashboard/channels/${channel.id}/edit`} deletion={deletion} list="/dashboard/channels">
      <StarButton channel={channel} update={update} />
    </EntryButtons>
  );
}

interface ItemRow {
  id: number;
  /** its type and id: "links/7" */
  item: string;
  type: ChannelItemType;
  title: string;
  /** its page in the dashboard, if it has one */
  page: string | null;
  picture: string;
  /** its destination, shown instead of the picture */
  site?: Site;
  link: string;
  addedAt: Date;
}

interface ItemsTableProps {
  rows: ItemRow[];
  now: Date;
  assign: (item: string) => Promise<ActionResult<null>>;
  unassign: (item: string) => Promise<ActionResult<null>>;
}

/** The items of a channel. */
function ItemsTable({ rows, now, assign, unassign }: ItemsTableProps) {
  const t = useTranslations("channels");
  return (
    <DataTable
      label={t("items.title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("items.item"),
          kind: "title",
          cell: ({ title, page, picture, site, link }) => (
            <span className={classes.name}>
              {site ? (
                <SiteIcon {...site} />
              ) : (
                // biome-ignore lint/performance/noImgElement: small pictures of our own, drawn for this size
                <img src={picture} alt="" className={classes.picture} loading="lazy" />
              )}
              <span className={classes.entry}>
                {page ? (
                  <TextLink href={page} prefetch={false} underline="hover" fw={weights.bold}>
                    {title}
                  </TextLink>
                ) : (
                  <b>{title}</b>
                )}
                <AddressLink url={link} c="dimmed" underline="hover" truncate />
              </span>
            </span>
          ),
        },
        {
          name: t("items.type"),
          width: "10rem",
          cell: ({ type }) => t(`type.${type}`),
        },
        { name: t("items.added"), kind: "time", cell: ({ addedAt }) => addedAt },
      ]}
      actions={({ item, type, title, link }) => {
        const name = type === "links" ? withoutScheme(link) : title;
        return (
          <RemoveButton
            label={t("items.remove", { name })}
            remove={unassign.bind(null, item)}
            putBack={assign.bind(null, item)}
            done={t("items.removed", { name })}
          />
        );
      }}
    />
  );
}
