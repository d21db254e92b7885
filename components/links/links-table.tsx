import { Stack } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ShownTag, TagList } from "@/components/tags/tag-list";
import { CopyButton } from "@/components/ui/copy-button";
import { DataTable } from "@/components/ui/data-table";
import { Line } from "@/components/ui/line";
import { AddressLink, RowLink } from "@/components/ui/link";
import { SelectBox } from "@/components/ui/selection";
import { withoutScheme } from "@/components/ui/without-scheme";
import type { LinkState } from "@/lib/resources/links/state";
import { ClickCount } from "./click-count";
import { LinkBadge } from "./link-badge";
import { type LinkActions, LinkMenu } from "./link-menu";
import { Sparkline } from "./sparkline";

export interface LinkRow {
  id: number;
  alias: string;
  shortUrl: string;
  destination: string;
  clicks: number;
  /** of them, those that were brought along from elsewhere */
  imported: number;
  createdAt: Date;
  state: LinkState;
  archived: boolean;
  /** of each of the last 30 days, the present one last */
  daily: number[];
  tags: ShownTag[];
  /** asks for a password */
  locked: boolean;
}

interface LinksTableProps {
  rows: LinkRow[];
  now: Date;
  actions: LinkActions;
}

export function LinksTable({ rows, now, actions }: LinksTableProps) {
  const t = useTranslations("links");
  const words = useTranslations("ui");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.short"),
          kind: "title",
          width: "36%",
          cell: (row) => (
            <Line>
              <SelectBox id={row.id} name={withoutScheme(row.shortUrl)} />
              <RowLink href={`/dashboard/links/${row.id}`}>{withoutScheme(row.shortUrl)}</RowLink>
              <CopyButton value={row.shortUrl} label={words("copyNamed", { name: withoutScheme(row.shortUrl) })} />
              {row.locked && <IconLock size={16} role="img" aria-label={t("table.locked")} />}
              <LinkBadge state={row.state} />
            </Line>
          ),
        },
        {
          name: t("table.destination"),
          cell: ({ destination, tags }) => (
            <Stack gap={4} miw={0}>
              <AddressLink url={destination} c="dimmed" underline="hover" truncate display="block" />
              <TagList tags={tags} />
            </Stack>
          ),
        },
        { name: t("table.lately"), width: "8rem", cell: (row) => <Sparkline days={row.daily} /> },
        {
          name: t("table.clicks"),
          kind: "number",
          width: "6.5rem",
          cell: (row) => <ClickCount clicks={row.clicks} imported={row.imported} />,
        },
        { name: t("table.created"), kind: "time", cell: (row) => row.createdAt },
      ]}
      actions={(row) => <LinkMenu link={row} actions={actions} />}
    />
  );
}
