import { useTranslations } from "next-intl";
import { ColorDot } from "@/components/ui/color-dot";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { Line } from "@/components/ui/line";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import { StarButton, type UpdateChannelAction } from "./star-button";
import { useChannelDeletion } from "./use-channel-deletion";

interface ChannelRow {
  id: number;
  name: string;
  description: string;
  color: string;
  starred: boolean;
  /** number of items in it */
  items: number;
  createdAt: Date;
}

interface ChannelsTableProps {
  rows: ChannelRow[];
  now: Date;
  update: UpdateChannelAction;
  remove: DeleteAction;
}

export function ChannelsTable({ rows, now, update, remove }: ChannelsTableProps) {
  const t = useTranslations("channels");
  const deletionOf = useChannelDeletion(remove);
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          width: "32%",
          cell: (row) => (
            <Line>
              <StarButton channel={row} update={update} />
              <ColorDot color={row.color} />
              <RowLink href={`/dashboard/channels/${row.id}`}>{row.name}</RowLink>
            </Line>
          ),
        },
        { name: t("table.note"), cell: ({ description }) => description || "–" },
        { name: t("table.items"), kind: "number", width: "6rem", cell: ({ items }) => items },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={(row) => (
        <RowMenu name={row.name} edit={`/dashboard/channels/${row.id}/edit`} deletion={deletionOf(row)} />
      )}
    />
  );
}
