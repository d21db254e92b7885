import { IconBroadcast } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { StarButton, type UpdateChannelAction } from "@/components/channels/star-button";
import { useChannelDeletion } from "@/components/deletions/use-deletion";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { ColorDot, Line } from "@/components/ui/line";
import { RowLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listParameters, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { requireActor } from "@/lib/auth/session";
import { itemCounts, listChannels } from "@/lib/resources/channels/service";
import { limitText } from "../_lib/count-texts";
import { deleteChannelAction, updateChannelAction } from "./actions";

export const generateMetadata = pageTitle("channels", "title");

export default async function ChannelsPage({ searchParams }: PageProps<"/dashboard/channels">) {
  const t = await getTranslations("channels");
  const actor = await requireActor();
  const { q, show, page: requested } = readChannelsView(await searchParams);
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) =>
    listChannels(actor, page, { q, starred: show === "starred" }),
  );
  const items = await itemCounts(rows.map(({ id }) => id));
  return (
    <ListPage
      title={t("title")}
      note={await limitText(actor, "channels")}
      path="/dashboard/channels"
      search={{ q, label: t("search"), placeholder: t("search") }}
      filters={[
        {
          name: "show",
          label: t("show.label"),
          value: show,
          options: shown.map((value) => ({ value, label: t(`show.${value}`) })),
        },
      ]}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/channels/new", label: t("new") }}
      empty={{ icon: <IconBroadcast />, title: t("empty.title"), text: t("empty.text") }}
    >
      <ChannelsTable
        rows={rows.map((channel) => ({ ...channel, items: items.get(channel.id) ?? 0 }))}
        now={new Date()}
        update={updateChannelAction}
        remove={deleteChannelAction}
      />
    </ListPage>
  );
}

interface ChannelRow extends Entry {
  description: string;
  color: string;
  starred: boolean;
  /** number of items in it */
  items: number;
}

interface ChannelsTableProps {
  rows: ChannelRow[];
  now: Date;
  update: UpdateChannelAction;
  remove: DeleteAction;
}

function ChannelsTable({ rows, now, update, remove }: ChannelsTableProps) {
  const t = useTranslations("channels");
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/channels"
      title={(row) => (
        <Line>
          <StarButton channel={row} update={update} />
          <ColorDot color={row.color} />
          <RowLink href={`/dashboard/channels/${row.id}`}>{row.name}</RowLink>
        </Line>
      )}
      width="32%"
      columns={[
        { name: t("table.note"), cell: ({ description }) => description || "–" },
        { name: t("table.items"), kind: "number", width: "6rem", cell: ({ items }) => items },
      ]}
      deletion={useChannelDeletion(remove)}
    />
  );
}

const shown = ["all", "starred"] as const;

/** The view that the URL of the channels page describes. Invalid parameters are ignored. */
const channelsView = z.object({ ...listParameters, show: z.enum(shown).catch("all") });

const readChannelsView = (parameters: Record<string, string | string[] | undefined>) => channelsView.parse(parameters);
