import { useTranslations } from "next-intl";
import classes from "./data-table.module.css";
import { type Shown, useShown } from "./use-shown";

interface Column<Row> {
  /** what the head says; a screen reader's alone for `title` and `actions` */
  name: string;
  /** what the cell is: the row's name, a number, how long ago a moment is, buttons and menus; else text */
  kind?: "title" | "number" | "time" | "actions";
  /** a CSS width, where the browser's own choice would jump between pages */
  width?: string;
  cell: (row: Row) => Shown;
}

interface DataTableProps<Row> {
  label: string;
  /** the time of rendering on the server, where there are times */
  now?: Date;
  columns: Column<Row>[];
  rows: Row[];
  /** the menu or the buttons of a row */
  actions?: (row: Row) => React.ReactNode;
}

/** A table where there is room, and on a phone a card for each row (by CSS alone, hence the roles). */
export function DataTable<Row extends { id: number | string }>({
  label,
  now,
  columns,
  rows,
  actions,
}: DataTableProps<Row>) {
  const t = useTranslations("ui");
  const shown = useShown(now);
  const all: Column<Row>[] = actions ? [...columns, { name: t("actions"), kind: "actions", cell: actions }] : columns;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: `display` takes the roles away on a phone
    <table className={classes.table} role="table" aria-label={label}>
      <thead>
        <tr>
          {all.map(({ name, kind, width }) => (
            <th key={name} scope="col" data-kind={kind} style={{ width }}>
              {kind === "actions" ? <span className={classes.hidden}>{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.id} role="row">
            {all.map(({ name, kind, cell }) => (
              <td key={name} role="cell" {...(kind && { "data-kind": kind })} data-name={name}>
                {shown(cell(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
