import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowMenu } from "@/components/ui/row-menu";
import type { Import } from "@/generated/prisma/client";
import type { ImportSource } from "@/lib/imports/sources";
import { type DeleteImportAction, useImportDeletion } from "./use-import-deletion";

interface ImportsTableProps {
  rows: Import[];
  now: Date;
  remove: DeleteImportAction;
}

export function ImportsTable({ rows, now, remove }: ImportsTableProps) {
  const t = useTranslations("imports");
  const deletionOf = useImportDeletion(remove);
  return (
    <DataTable
      label={t("earlier")}
      rows={rows}
      columns={[
        {
          name: t("table.file"),
          kind: "title",
          width: "40%",
          cell: ({ id, fileName }) => (
            <TextLink href={`/dashboard/import/${id}`} underline="hover" fw={600} truncate display="block">
              {fileName}
            </TextLink>
          ),
        },
        { name: t("table.source"), cell: ({ source }) => t(`sources.${source as ImportSource}`) },
        {
          name: t("table.status"),
          cell: ({ status }) => (
            <Badge tt="none" variant={status === "done" ? "light" : "outline"}>
              {t(`states.${status}`)}
            </Badge>
          ),
        },
        {
          name: t("table.uploaded"),
          width: "9rem",
          cell: ({ createdAt }) => <RelativeTime date={createdAt} now={now} />,
        },
        {
          name: t("table.actions"),
          kind: "actions",
          cell: (row) => <RowMenu name={row.fileName} deletion={deletionOf(row)} />,
        },
      ]}
    />
  );
}
