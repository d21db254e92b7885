import type { ConfirmDialogProps } from "./confirm-dialog";
import { type Column, DataTable } from "./data-table";
import { RowLink } from "./link";
import { RowMenu } from "./row-menu";
import type { Shown } from "./use-shown";

export interface Entry {
  id: number;
  name: string;
  createdAt: Date;
}

interface EntriesTableProps<Row extends Entry> {
  label: string;
  /** the names of the first and the last column */
  heads: { name: string; created: string };
  now: Date;
  rows: Row[];
  /** The list's address. An entry's page is below it, and its editor below that. */
  path: string;
  /** whether the entries have only an editor */
  noPage?: boolean;
  /** the first cell of a row, if it is not just a link */
  title?: (row: Row) => Shown;
  /** the CSS width of the first column, if the browser's choice would differ between pages */
  width?: string;
  /** the columns between the names and the times */
  columns: Column<Row>[];
  deletion: (row: Row) => ConfirmDialogProps;
}

/** A table of things with a name and a time of creation, each with a menu to edit or delete it. */
export function EntriesTable<Row extends Entry>({
  label,
  heads,
  now,
  rows,
  path,
  noPage,
  ...of
}: EntriesTableProps<Row>) {
  const edit = ({ id }: Row) => `${path}/${id}/edit`;
  const link = (row: Row) => <RowLink href={noPage ? edit(row) : `${path}/${row.id}`}>{row.name}</RowLink>;
  return (
    <DataTable
      label={label}
      now={now}
      rows={rows}
      columns={[
        { name: heads.name, kind: "title", width: of.width, cell: of.title ?? link },
        ...of.columns,
        { name: heads.created, kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={(row) => <RowMenu name={row.name} edit={edit(row)} deletion={of.deletion(row)} />}
    />
  );
}
