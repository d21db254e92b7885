import { EmptyState, Stack } from "@mantine/core";
import { IconBroadcast } from "@tabler/icons-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ChannelButtons } from "@/components/channels/channel-buttons";
import { ItemsTable } from "@/components/channels/items-table";
import { ColorDot } from "@/components/ui/color-dot";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { PickToAdd } from "@/components/ui/pick-to-add";
import { countText } from "../../_lib/count-text";
import { assignAction, deleteChannelAction, unassignAction, updateChannelAction } from "../actions";
import { itemsIn } from "./items";
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
