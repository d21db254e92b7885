import { Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { UndoChange } from "@/components/undo/undo-change";
import type { UndoLinksAction } from "@/components/undo/use-undo-links";
import type { ReferredNames } from "@/lib/resources/audit/names";
import type { Entry } from "@/lib/resources/audit/service";
import { AuditPerson } from "./audit-person";
import { ChangeLine } from "./change-line";
import { useEntryName } from "./use-entry-name";

interface AuditTableProps {
  rows: Entry[];
  now: Date;
  names: ReferredNames;
  /** undoes a bulk change */
  undo: UndoLinksAction;
}

/** The audit log, one line per entry. Details are on the entry's page. */
export function AuditTable({ rows, now, names, undo }: AuditTableProps) {
  const t = useTranslations("audit");
  const nameOf = useEntryName();
  const undoColumn: Column<Entry> = {
    name: t("undo.button"),
    kind: "actions",
    width: "9rem",
    cell: (entry) => entry.undo !== null && <UndoChange id={entry.undo} undo={undo} />,
  };
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.what"),
          kind: "title",
          cell: (entry) => (
            <Stack gap={0}>
              <RowLink href={`/dashboard/audit/${entry.id}`}>{nameOf(entry)}</RowLink>
              <ChangeLine entry={entry} names={names} />
            </Stack>
          ),
        },
        { name: t("table.who"), width: "12rem", cell: (entry) => <AuditPerson entry={entry} /> },
        { name: t("table.address"), width: "11rem", cell: ({ address }) => address || "–" },
        { name: t("table.when"), kind: "time", cell: ({ at }) => at },
        ...(rows.some((entry) => entry.undo !== null) ? [undoColumn] : []),
      ]}
    />
  );
}
