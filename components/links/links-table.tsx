import { IconFlag } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ShownTag, TagList } from "@/components/tags/tag-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { SelectBox } from "@/components/ui/selection";
import type { LinkStatus } from "@/lib/contract/link-state";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { ListSettings } from "@/lib/resources/links/views/list-schema";
import { ClickCount } from "./click-count";
import { LinkDestination } from "./link-destination";
import { type KnownLink, LinkIdentity } from "./link-identity";
import classes from "./link-identity.module.css";
import { type LinkActions, LinkMenu } from "./link-menu";
import { type LinksView, sortOf } from "./links-view";
import { Sparkline } from "./sparkline";

export interface LinkRow extends KnownLink {
  alias: string;
  clicks: number;
  /** imported clicks, included in the total */
  imported: number;
  createdAt: Date;
  status: LinkStatus;
  archived: boolean;
  /** clicks of each of the last 30 days, today last */
  daily: number[];
  tags: ShownTag[];
  /** the campaign's name; null if the link is in none */
  campaign: string | null;
  /** whether it has a password */
  locked: boolean;
}

interface LinksTableProps {
  rows: LinkRow[];
  now: Date;
  view: LinksView;
  settings: ListSettings;
  actions: LinkActions;
}

export function LinksTable({ rows, now, view, settings, actions }: LinksTableProps) {
  const t = useTranslations("links");
  const shows = (column: ListSettings["columns"][number]) => settings.columns.includes(column);
  const columns: (Column<LinkRow> & { shown: boolean })[] = [
    {
      shown: true,
      name: t("table.link"),
      kind: "title",
      width: shows("destination") ? "44%" : undefined,
      cell: (row) => (
        <span className={classes.link}>
          <span data-raised>
            <SelectBox id={row.id} name={withoutScheme(row.shortUrl)} />
          </span>
          <LinkIdentity link={row} locked={row.locked} wide>
            {shows("campaign") && row.campaign !== null && <InCampaign name={row.campaign} />}
            {shows("tags") && <TagList tags={row.tags} />}
          </LinkIdentity>
        </span>
      ),
    },
    {
      shown: shows("destination"),
      name: t("table.destination"),
      cell: (row) => <LinkDestination link={row} inList />,
    },
    {
      shown: shows("lately"),
      name: t("table.lately"),
      width: "8rem",
      roomy: true,
      cell: (row) => <Sparkline days={row.daily} />,
    },
    {
      shown: shows("clicks"),
      name: t("table.clicks"),
      kind: "number",
      width: "6.5rem",
      sort: sortOf(view, "click"),
      cell: (row) => <ClickCount clicks={row.clicks} imported={row.imported} />,
    },
    {
      shown: shows("created"),
      name: t("table.created"),
      kind: "time",
      sort: sortOf(view, "date"),
      cell: (row) => row.createdAt,
    },
  ];
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      compact={settings.compact}
      brief
      columns={columns.filter(({ shown }) => shown)}
      actions={(row) => <LinkMenu link={row} actions={actions} />}
    />
  );
}

function InCampaign({ name }: { name: string }) {
  const t = useTranslations("links.filters.campaign");
  return (
    <span className={classes.campaign}>
      <IconFlag size={13} role="img" aria-label={t("label")} />
      <span>{name}</span>
    </span>
  );
}
