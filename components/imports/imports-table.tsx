import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";

import type { ListedImport } from "@/lib/resources/imports/service";
import type { ImportSource } from "@/lib/resources/imports/sources";
import { useImportDeletion } from "./use-import-deletion";

interface ImportsTableProps {
  rows: ListedImport[];
  now: Date;
  remove: DeleteAction;
}

export function ImportsTable({ rows, now, remove }: ImportsTableProps) {
  const t = useTranslations("imports");
  const deletionOf = useImportDeletion(remove);
  return (
    <DataTable
      label={t("earlier")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.file"),
          kind: "title",
          width: "28%",
          cell: ({ id, fileName }) => <RowLink href={`/dashboard/import/${id}`}>{fileName}</RowLink>,
        },
        { name: t("table.source"), cell: ({ source }) => t(`sources.${source as ImportSource}`) },
        {
          name: t("table.status"),
          width: "8.5rem",
          cell: ({ status, problem }) => (
            <Badge tt="none" variant={status === "done" && !problem ? "light" : "outline"}>
              {t(`states.${problem ? "stopped" : status}`)}
            </Badge>
          ),
        },
        { name: t("table.links"), kind: "number", width: "5rem", cell: ({ links }) => links },
        { name: t("table.uploaded"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={(row) => <RowMenu name={row.fileName} deletion={deletionOf(row)} />}
    />
  );
}
