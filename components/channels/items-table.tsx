import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { AddressLink, TextLink } from "@/components/ui/link";
import { RemoveButton } from "@/components/ui/remove-button";
import { type Site, SiteIcon } from "@/components/ui/site-icon";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { ChannelItemType } from "@/lib/resources/channels/schema";
import classes from "./channels.module.css";

export interface ItemRow {
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
export function ItemsTable({ rows, now, assign, unassign }: ItemsTableProps) {
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
                  <TextLink href={page} prefetch={false} underline="hover" fw={600}>
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
