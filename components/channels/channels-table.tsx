import { useTranslations } from "next-intl";
import { ColorDot } from "@/components/ui/color-dot";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { Line } from "@/components/ui/line";
import { RowLink } from "@/components/ui/link";
import { StarButton, type UpdateChannelAction } from "./star-button";
import { useChannelDeletion } from "./use-channel-deletion";

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

export function ChannelsTable({ rows, now, update, remove }: ChannelsTableProps) {
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
