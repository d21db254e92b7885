import { Paper, Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { utmFields } from "@/lib/clicks/classify/visit";
import type { Counted } from "@/lib/clicks/statistics/counted-as";
import type { Statistics } from "@/lib/clicks/store/click-store";
import { type ClicksView, narrowedQuery } from "./clicks-view";
import { NarrowLink } from "./narrow-link";
import classes from "./top-list.module.css";
import { WholeLink } from "./whole-link";

interface UtmTableProps {
  /** what the clicks are called */
  of: Counted;
  utm: Statistics["utm"];
  view: ClicksView;
}

/** The UTM parameters that visitors came with. */
export function UtmTable({ of, utm, view }: UtmTableProps) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  const rows = utmFields.flatMap((field) =>
    utm[field].map((entry) => ({ dimension: `utm_${field}` as const, ...entry })),
  );
  return (
    <Paper component="section" className={classes.list}>
      <Title order={2} size="h3" mb="sm">
        {t("utm.title")}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("utm.none", { of })}
        </Text>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("utm.parameter")}</th>
              <th scope="col">{t("utm.value")}</th>
              <th scope="col">{t("clicks", { of })}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ dimension, value, clicks }) => (
              <tr key={`${dimension} ${value}`}>
                <td>{t(`dimensions.${dimension}`)}</td>
                <td>
                  <NarrowLink
                    href={narrowedQuery(view, dimension, view.filters[dimension] === value ? undefined : value)}
                  >
                    {value}
                  </NarrowLink>
                </td>
                <td>{format.number(clicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.fields}>
        {utmFields.map((field) => (
          <WholeLink
            key={field}
            view={view}
            dimension={`utm_${field}`}
            listed={utm[field].length}
            name={t(`dimensions.utm_${field}`)}
          />
        ))}
      </div>
    </Paper>
  );
}
