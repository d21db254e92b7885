import { Paper, Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { TopEntry } from "@/lib/clicks/store/click-store";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import { type ClicksView, narrowedQuery } from "./clicks-view";
import { NarrowLink } from "./narrow-link";
import classes from "./top-list.module.css";

interface TopEntriesProps {
  entries: TopEntry[];
  /** total clicks, for the shares */
  total: number;
  /** display name of a value */
  nameOf: (value: string) => string;
  /** the dimension that the page is filtered by when an entry is chosen, and no longer when it is chosen again */
  narrows?: { view: ClicksView; dimension: FilterDimension };
}

/** The most frequent values, each with its share as a bar behind it. */
export function TopList({ title, ...entries }: TopEntriesProps & { title: string }) {
  return (
    <Paper component="section" className={classes.list}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <TopEntries {...entries} />
    </Paper>
  );
}

export function TopEntries({ entries, total, nameOf, narrows }: TopEntriesProps) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("nothing")}
      </Text>
    );
  return (
    <ol className={classes.entries} data-whole={(narrows && narrows.view.whole === narrows.dimension) || undefined}>
      {entries.map(({ value, clicks }) => {
        const share = total > 0 ? Math.min(100, (clicks / total) * 100) : 0;
        const chosen = narrows?.view.filters[narrows.dimension] === value;
        const row = (
          <>
            <span className={classes.bar} style={{ width: `${share}%` }} />
            <span className={classes.name}>{nameOf(value)}</span>
            <span className={classes.share}>
              {clicks > 0 && share < 1 && "< "}
              {format.number(clicks > 0 ? Math.max(0.01, share / 100) : 0, { style: "percent" })}
            </span>
            <span className={classes.clicks}>{format.number(clicks)}</span>
          </>
        );
        return (
          <li key={value} aria-current={chosen || undefined}>
            {narrows && isOne(value) ? (
              <NarrowLink
                href={narrowedQuery(narrows.view, narrows.dimension, chosen ? undefined : value)}
                className={classes.entry}
                title={t(chosen ? "showAll" : "showOnly", { name: nameOf(value) })}
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

/** “Other” stands for many rare values of a day, so it cannot be a filter. */
const isOne = (value: string) => value !== "Other";
