import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./data-table.module.css";
import { SortLink } from "./link";
import { type Shown, useShown } from "./use-shown";

/** How a column sorts the list. */
export interface Sort {
  /** where the list is in its order, or, where it is so already, in the other direction */
  href: string;
  present: "ascending" | "descending" | "none";
}

export interface Column<Row> {
  /** what the head says; a screen reader's alone for `title` and `actions` */
  name: string;
  /** what the cell is: the row's name, a number, how long ago a moment is, buttons and menus; else text */
  kind?: "title" | "number" | "time" | "actions";
  /** a CSS width, where the browser's own choice would jump between pages */
  width?: string;
  /** left out of a table that is narrow, as on a tablet */
  roomy?: boolean;
  /** none where the list cannot be in its order */
  sort?: Sort;
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
  /** with little room between rows */
  compact?: boolean;
}

/** A table where there is room, and on a phone a card for each row (by CSS alone, hence the roles). */
export function DataTable<Row extends { id: number | string }>({
  label,
  now,
  columns,
  rows,
  actions,
  compact,
}: DataTableProps<Row>) {
  const t = useTranslations("ui");
  const shown = useShown(now);
  const all: Column<Row>[] = actions ? [...columns, { name: t("actions"), kind: "actions", cell: actions }] : columns;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: `display` takes the roles away on a phone
    <table className={classes.table} role="table" aria-label={label} data-compact={compact}>
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
              // React would send what is undefined in so many words, for every cell.
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
      <Arrow size={14} aria-hidden />
    </SortLink>
  );
}
