import { useTranslations } from "next-intl";
import { withoutScheme } from "@/components/links/without-scheme";
import { DataTable } from "@/components/ui/data-table";
import { RelativeTime } from "@/components/ui/relative-time";
import { RemoveButton } from "@/components/ui/remove-button";
import type { ActionResult } from "@/lib/action-result";
import type { ChannelItemType } from "@/lib/channels/schema";
import classes from "./channels.module.css";

export interface ItemRow {
  id: number;
  /** its type and id: "links/7" */
  item: string;
  type: ChannelItemType;
  title: string;
  picture: string;
  link: string;
  addedAt: Date;
}

interface ItemsTableProps {
  rows: ItemRow[];
  /** the channel's */
  color: string;
  now: Date;
  assign: (item: string) => Promise<ActionResult<null>>;
  unassign: (item: string) => Promise<ActionResult<null>>;
}

/** What is in a channel. */
export function ItemsTable({ rows, color, now, assign, unassign }: ItemsTableProps) {
  const t = useTranslations("channels");
  return (
    <DataTable
      label={t("items.title")}
      rows={rows}
      columns={[
        {
          name: t("items.item"),
          kind: "title",
          cell: ({ title, picture, link }) => (
            <span className={classes.name}>
              {/* biome-ignore lint/performance/noImgElement: small pictures of our own, drawn for this size */}
              <img src={picture} alt="" className={classes.picture} loading="lazy" />
              <span>
                <b>{title}</b>
                <a href={link} target="_blank" rel="noreferrer" className={classes.address}>
                  {withoutScheme(link)}
                </a>
              </span>
            </span>
          ),
        },
        {
          name: t("items.type"),
          width: "10rem",
          cell: ({ type }) => (
            <span className={classes.type} style={{ borderColor: color }}>
              {t(`type.${type}`)}
            </span>
          ),
        },
        { name: t("items.added"), width: "9rem", cell: ({ addedAt }) => <RelativeTime date={addedAt} now={now} /> },
        {
          name: t("table.actions"),
          kind: "actions",
          cell: ({ item, title }) => (
            <RemoveButton
              label={t("items.remove", { name: title })}
              remove={unassign.bind(null, item)}
              putBack={assign.bind(null, item)}
              done={t("items.removed", { name: title })}
            />
          ),
        },
      ]}
    />
  );
}
