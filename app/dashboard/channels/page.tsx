import { EmptyState } from "@mantine/core";
import { IconBroadcast, IconPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ChannelsTable } from "@/components/channels/channels-table";
import { readChannelsView, shown } from "@/components/channels/channels-view";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { requireActor } from "@/lib/auth/session";
import { itemCounts, listChannels } from "@/lib/resources/channels/service";
import { limitText } from "../_lib/limit-lead";
import { deleteChannelAction, updateChannelAction } from "./actions";

const perPage = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("channels"))("title") };
}

export default async function ChannelsPage({ searchParams }: PageProps<"/dashboard/channels">) {
  const t = await getTranslations("channels");
  const actor = await requireActor();
  const { q, show, page: asked } = readChannelsView(await searchParams);
  const { rows, total, page, pages } = await readPage(asked, perPage, (number) =>
    listChannels(actor, { page: number, limit: perPage }, { q, starred: show === "starred" }),
  );
  const items = await itemCounts(rows.map(({ id }) => id));
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "channels")}
      actions={total > 0 && <NewChannel />}
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
      {...{ page, pages, total }}
      count={t(q ? "found" : "count", { count: total })}
      empty={<NoChannels />}
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

function NewChannel() {
  const t = useTranslations("channels");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/channels/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoChannels() {
  const t = useTranslations("channels.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconBroadcast />} title={t("title")} description={t("text")}>
      <NewChannel />
    </EmptyState>
  );
}
