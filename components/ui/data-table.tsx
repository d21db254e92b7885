import classes from "./data-table.module.css";

interface Column<Row> {
  /** what the head says; a screen reader's alone for `title` and `actions` */
  name: string;
  /** what the cell is: the row's name, a number, buttons and menus; else text */
  kind?: "title" | "number" | "actions";
  /** a CSS width, where the browser's own choice would jump between pages */
  width?: string;
  cell: (row: Row) => React.ReactNode;
}

interface DataTableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
}

/** A table where there is room, and on a phone a card for each row (by CSS alone, hence the roles). */
export function DataTable<Row extends { id: number | string }>({ label, columns, rows }: DataTableProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: `display` takes the roles away on a phone
    <table className={classes.table} role="table" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, kind, width }) => (
            <th key={name} scope="col" data-kind={kind} style={{ width }}>
              {kind === "actions" ? <span className={classes.hidden}>{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.id} role="row">
            {columns.map(({ name, kind, cell }) => (
              <td key={name} role="cell" data-kind={kind} data-name={name}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
