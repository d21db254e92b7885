import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { UndoChange } from "@/components/undo/undo-change";
import type { UndoLinksAction } from "@/components/undo/use-undo-links";
import type { ReferredNames } from "@/lib/resources/audit/names";
import type { Entry } from "@/lib/resources/audit/service";
import { AuditPerson } from "./audit-person";
import { useChangeWords } from "./use-change-words";
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

const shown = 3;

/** What an entry changed, in one line: "Campaign: None → Spring". Without values if they are too long. */
function ChangeLine({ entry: { changes, changed }, names }: { entry: Entry; names: ReferredNames }) {
  const { columnName, valueWords } = useChangeWords(names);
  const lineOf = (column: string) => {
    const [change] = changes;
    const [before, after] = [change?.before, change?.after].map(
      (values) => values && change && valueWords(change.subject, column, values[column]),
    );
    const isShort = changed === 1 || changes.every(({ after }) => same(after?.[column], change?.after?.[column]));
    if (column === "sealed" || !isShort || before === undefined || after === undefined || !change?.before)
      return columnName(column);
    return `${columnName(column)}: ${before} → ${after}`;
  };
  const columns = [...new Set(changes.flatMap(({ kind, fields }) => (kind === "changed" ? fields : [])))];
  const more = columns.length > shown ? " …" : "";
  return (
    <Text size="sm" c="dimmed" lineClamp={2} dir="auto" style={{ overflowWrap: "anywhere" }}>
      {columns.slice(0, shown).map(lineOf).join(" · ") + more}
    </Text>
  );
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
