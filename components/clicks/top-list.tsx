import { Paper, Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { TopEntry } from "@/lib/clicks/click-store";
import type { FilterDimension } from "@/lib/clicks/selection";
import { type ClicksView, narrowedQuery } from "./clicks-view";
import { NarrowLink } from "./narrow-link";
import classes from "./top-list.module.css";
import type { NameOf } from "./value-names";

export interface TopListProps {
  dimension: Exclude<FilterDimension, `utm_${string}`>;
  entries: TopEntry[];
  /** the clicks of which each entry has its share */
  total: number;
  view: ClicksView;
  nameOf: NameOf;
}

/** The most frequent values, each with its share as a bar behind it. */
export function TopList(props: TopListProps) {
  const t = useTranslations("clicks");
  return (
    <Paper component="section" className={classes.list}>
      <Title order={2} size="h3" mb="sm">
        {t(`top.${props.dimension}`)}
      </Title>
      <TopEntries {...props} />
    </Paper>
  );
}

/** Choosing one narrows the whole page to it; choosing it again takes that back. */
export function TopEntries({ dimension, entries, total, view, nameOf }: TopListProps) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("nothing")}
      </Text>
    );
  return (
    <ol className={classes.entries}>
      {entries.map(({ value, clicks }) => {
        const share = total > 0 ? Math.min(100, (clicks / total) * 100) : 0;
        const chosen = view.filters[dimension] === value;
        const row = (
          <>
            <span className={classes.bar} style={{ width: `${share}%` }} />
            <span className={classes.name}>{nameOf(dimension, value)}</span>
            <span className={classes.share}>
              {share < 1 && "< "}
              {format.number(Math.max(0.01, share / 100), { style: "percent" })}
            </span>
            <span className={classes.clicks}>{format.number(clicks)}</span>
          </>
        );
        return (
          <li key={value} aria-current={chosen || undefined}>
            {isOne(value) ? (
              <NarrowLink
                href={narrowedQuery(view, dimension, chosen ? undefined : value)}
                className={classes.entry}
                title={t(chosen ? "showAll" : "showOnly", { name: nameOf(dimension, value) })}
              >
                {row}
              </NarrowLink>
            ) : (
              <span className={classes.entry}>{row}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** What stands for the many small values of a day is none that clicks have. */
const isOne = (value: string) => value !== "Other";
