import { IconLock } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { SelectBox } from "@/components/ui/selection";
import type { LinkState } from "@/lib/links/state";
import { LinkBadge } from "./link-badge";
import { LinkMenu } from "./link-menu";
import classes from "./links-table.module.css";
import type { DeleteLinkAction, UpdateLinkAction } from "./saved-link";
import { Sparkline } from "./sparkline";
import { withoutScheme } from "./without-scheme";

export interface LinkRow {
  id: number;
  alias: string;
  shortUrl: string;
  destination: string;
  clicks: number;
  createdAt: Date;
  state: LinkState;
  /** of each of the last 30 days, the present one last */
  daily: number[];
  /** asks for a password */
  locked: boolean;
}

interface LinksTableProps {
  rows: LinkRow[];
  now: Date;
  update: UpdateLinkAction;
  remove: DeleteLinkAction;
}

export function LinksTable({ rows, now, update, remove }: LinksTableProps) {
  const t = useTranslations("links");
  const format = useFormatter();
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("table.short"),
          kind: "title",
          width: "36%",
          cell: (row) => (
            <span className={classes.line}>
              <SelectBox id={row.id} name={withoutScheme(row.shortUrl)} />
              <TextLink href={`/dashboard/links/${row.id}`} underline="hover" fw={600} truncate>
                {withoutScheme(row.shortUrl)}
              </TextLink>
              <CopyButton value={row.shortUrl} label={t("copyNamed", { name: withoutScheme(row.shortUrl) })} />
              {row.locked && <IconLock size={16} role="img" aria-label={t("table.locked")} />}
              <LinkBadge state={row.state} />
            </span>
          ),
        },
        {
          name: t("table.destination"),
          cell: ({ destination }) => (
            <a href={destination} title={destination} target="_blank" rel="noreferrer" className={classes.destination}>
              {withoutScheme(destination)}
            </a>
          ),
        },
        { name: t("table.lately"), width: "8rem", cell: (row) => <Sparkline days={row.daily} /> },
        { name: t("table.clicks"), kind: "number", width: "6.5rem", cell: (row) => format.number(row.clicks) },
        { name: t("table.created"), width: "9rem", cell: (row) => <RelativeTime date={row.createdAt} now={now} /> },
        {
          name: t("table.actions"),
          kind: "actions",
          cell: (row) => <LinkMenu link={row} update={update} remove={remove} />,
        },
      ]}
    />
  );
}
