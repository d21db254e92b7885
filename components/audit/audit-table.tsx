import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import type { Entry } from "@/lib/resources/audit/service";
import { AuditPerson } from "./audit-person";
import { useEntryName } from "./use-entry-name";

/** The audit log, one line per entry. Details are on the entry's page. */
export function AuditTable({ rows, now }: { rows: Entry[]; now: Date }) {
  const t = useTranslations("audit");
  const nameOf = useEntryName();
  const changedFields = ({ changes }: Entry) => {
    const fields = changes.flatMap(({ kind, fields }) => (kind === "changed" ? fields : []));
    return [...new Set(fields)].map((field) => (field === "sealed" ? t("sealed") : field)).join(", ");
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
              <Text size="sm" c="dimmed" lineClamp={1}>
                {changedFields(entry)}
              </Text>
            </Stack>
          ),
        },
        { name: t("table.who"), width: "12rem", cell: (entry) => <AuditPerson entry={entry} /> },
        { name: t("table.address"), width: "11rem", cell: ({ address }) => address },
        { name: t("table.when"), kind: "time", cell: ({ at }) => at },
      ]}
    />
  );
}
