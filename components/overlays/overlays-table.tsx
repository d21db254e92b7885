import { useFormatter, useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowMenu } from "@/components/ui/row-menu";
import type { OverlayType } from "@/lib/overlays/content";
import { type DeletedOverlay, type DeleteOverlayAction, useOverlayDeletion } from "./use-overlay-deletion";

interface OverlayRow extends DeletedOverlay {
  type: OverlayType;
  /** whether visitors answer to it */
  asks: boolean;
  createdAt: Date;
}

interface OverlaysTableProps {
  rows: OverlayRow[];
  now: Date;
  remove: DeleteOverlayAction;
}

export function OverlaysTable({ rows, now, remove }: OverlaysTableProps) {
  const t = useTranslations("overlays");
  const format = useFormatter();
  const deletionOf = useOverlayDeletion(remove);
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: ({ id, name, asks }) => (
            <TextLink
              href={`/dashboard/overlays/${id}${asks ? "" : "/edit"}`}
              underline="hover"
              fw={600}
              truncate
              display="block"
            >
              {name}
            </TextLink>
          ),
        },
        { name: t("table.type"), width: "10rem", cell: ({ type }) => t(`types.${type}`) },
        {
          name: t("table.answers"),
          kind: "number",
          width: "7rem",
          cell: ({ asks, answers }) => (asks ? format.number(answers) : "–"),
        },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => format.number(links.count) },
        {
          name: t("table.created"),
          width: "9rem",
          cell: ({ createdAt }) => <RelativeTime date={createdAt} now={now} />,
        },
        {
          name: t("table.actions"),
          kind: "actions",
          cell: (row) => (
            <RowMenu name={row.name} edit={`/dashboard/overlays/${row.id}/edit`} deletion={deletionOf(row)} />
          ),
        },
      ]}
    />
  );
}
