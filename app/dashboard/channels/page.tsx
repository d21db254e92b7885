import { IconBroadcast } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { ChannelsTable } from "@/components/channels/channels-table";
import { readChannelsView, shown } from "@/components/channels/channels-view";
import { ListPage } from "@/components/ui/list-page";
import { readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { itemCounts, listChannels } from "@/lib/resources/channels/service";
import { limitText } from "../_lib/limit-lead";
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
      lead={await limitText(actor, "channels")}
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
