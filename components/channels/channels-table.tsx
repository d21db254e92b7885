import { useFormatter, useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowMenu } from "@/components/ui/row-menu";
import classes from "./channels.module.css";
import { StarButton, type UpdateChannelAction } from "./star-button";
import { type DeleteChannelAction, useChannelDeletion } from "./use-channel-deletion";

export interface ChannelRow {
  id: number;
  name: string;
  description: string;
  color: string;
  starred: boolean;
  /** how many things are in it */
  items: number;
  createdAt: Date;
}

interface ChannelsTableProps {
  rows: ChannelRow[];
  now: Date;
  update: UpdateChannelAction;
  remove: DeleteChannelAction;
}

export function ChannelsTable({ rows, now, update, remove }: ChannelsTableProps) {
  const t = useTranslations("channels");
  const format = useFormatter();
  const deletionOf = useChannelDeletion(remove);
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          width: "32%",
          cell: (row) => (
            <span className={classes.name}>
              <StarButton channel={row} update={update} />
              <span className={classes.dot} style={{ background: row.color }} />
              <TextLink href={`/dashboard/channels/${row.id}`} underline="hover" fw={600} truncate>
                {row.name}
              </TextLink>
            </span>
          ),
        },
        { name: t("table.note"), cell: ({ description }) => description || "–" },
        { name: t("table.items"), kind: "number", width: "6rem", cell: ({ items }) => format.number(items) },
        {
          name: t("table.created"),
          width: "9rem",
          cell: ({ createdAt }) => <RelativeTime date={createdAt} now={now} />,
        },
        {
          name: t("table.actions"),
          kind: "actions",
          cell: (row) => (
            <RowMenu name={row.name} edit={`/dashboard/channels/${row.id}/edit`} deletion={deletionOf(row)} />
          ),
        },
      ]}
    />
  );
}
