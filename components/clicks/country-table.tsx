import { useFormatter, useTranslations } from "next-intl";
import type { Counted } from "@/lib/clicks/statistics/counted-as";
import type { TopEntry } from "@/lib/clicks/store/click-store";
import classes from "./top-list.module.css";
import type { NameOf } from "./value-names";

interface CountryTableProps {
  /** what the clicks are called */
  of: Counted;
  countries: TopEntry[];
  /** total clicks, for the shares */
  total: number;
  nameOf: NameOf;
}

/** All data of the map as a table. */
export function CountryTable({ of, countries, total, nameOf }: CountryTableProps) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  if (countries.length === 0) return null;
  return (
    <details className={classes.tableOfMap}>
      <summary>{t("map.table")}</summary>
      <table className={`${classes.table} ${classes.figures}`}>
        <thead>
          <tr>
            <th scope="col">{t("dimensions.country")}</th>
            <th scope="col">{t("clicks", { of })}</th>
            <th scope="col">{t("decided.share")}</th>
          </tr>
        </thead>
        <tbody>
          {countries.map(({ value, clicks }) => (
            <tr key={value}>
              <th scope="row">{nameOf("country", value)}</th>
              <td>{format.number(clicks)}</td>
              <td>{format.number(total > 0 ? clicks / total : 0, { style: "percent", maximumFractionDigits: 1 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
