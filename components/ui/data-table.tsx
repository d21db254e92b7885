import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./data-table.module.css";
import { SortLink } from "./link";
import { type Shown, useShown } from "./use-shown";

export interface Sort {
  /** The list sorted by this column, or in the other direction if it already is. */
  href: string;
  present: "ascending" | "descending" | "none";
}

export interface Column<Row> {
  /** The column's head. Only for screen readers if `kind` is `title` or `actions`. */
  name: string;
  /** The kind of cell: the row's name, a number, a relative time, or buttons. Text if left out. */
  kind?: "title" | "number" | "time" | "actions";
  /** A CSS width, if the browser's choice would differ between pages. */
  width?: string;
  /** Hidden where tables are narrow, such as on tablets and small laptops. */
  roomy?: boolean;
  /** Undefined if the list cannot be sorted by this column. */
  sort?: Sort;
  cell: (row: Row) => Shown;
}

interface DataTableProps<Row> {
  label: string;
  /** The server's time of rendering, if there are times. */
  now?: Date;
  columns: Column<Row>[];
  rows: Row[];
  /** Renders the menu or buttons of a row. */
  actions?: (row: Row) => React.ReactNode;
  /** Uses less space between rows. */
  compact?: boolean;
  /** On a phone, shows two lines for each row: its title and its number. */
  brief?: boolean;
}

/** A table, or on a phone a card for each row. Only CSS changes, hence the explicit roles. */
export function DataTable<Row extends { id: number | string }>({
  label,
  now,
  columns,
  rows,
  actions,
  compact,
  brief,
}: DataTableProps<Row>) {
  const t = useTranslations("ui");
  const shown = useShown(now);
  const all: Column<Row>[] = actions ? [...columns, { name: t("actions"), kind: "actions", cell: actions }] : columns;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: `display` removes the implicit roles on a phone
    <table className={classes.table} role="table" aria-label={label} data-compact={compact} data-brief={brief}>
      <thead>
        <tr>
          {all.map(({ name, kind, width, sort, roomy }) => (
            <th key={name} scope="col" data-kind={kind} data-roomy={roomy} style={{ width }} aria-sort={sort?.present}>
              {kind === "actions" ? <span className={classes.hidden}>{name}</span> : <Head name={name} sort={sort} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.id} role="row">
            {all.map(({ name, kind, cell, roomy }) => (
              // Leave out undefined values, which React would serialize for every cell.
              <td
                key={name}
                role="cell"
                {...(kind && { "data-kind": kind })}
                {...(roomy && { "data-roomy": roomy })}
                data-name={name}
              >
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

const arrows = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort };

function Head({ name, sort }: { name: string; sort?: Sort }) {
  if (!sort) return name;
  const Arrow = arrows[sort.present];
  return (
    <SortLink href={sort.href} className={classes.sort}>
      {name}
      <Arrow size={16} aria-hidden />
    </SortLink>
  );
}
