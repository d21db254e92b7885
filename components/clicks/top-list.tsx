import { Paper, Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { TopEntry } from "@/lib/clicks/click-store";
import classes from "./top-list.module.css";

interface TopListProps {
  title: string;
  entries: TopEntry[];
  /** the clicks of which each entry has its share */
  total: number;
  /** how people call a value */
  nameOf: (value: string) => string;
}

/** The most frequent values, each with its share as a bar behind it. */
export function TopList({ title, entries, total, nameOf }: TopListProps) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  return (
    <Paper component="section" className={classes.list}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {entries.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("nothing")}
        </Text>
      )}
      <ol className={classes.entries}>
        {entries.map(({ value, clicks }) => {
          const share = total > 0 ? Math.min(100, (clicks / total) * 100) : 0;
          return (
            <li key={value} className={classes.entry}>
              <span className={classes.bar} style={{ width: `${share}%` }} />
              <span className={classes.name}>{nameOf(value)}</span>
              <span className={classes.share}>
                {clicks > 0 && share < 1 && "< "}
                {format.number(clicks > 0 ? Math.max(0.01, share / 100) : 0, { style: "percent" })}
              </span>
              <span className={classes.clicks}>{format.number(clicks)}</span>
            </li>
          );
        })}
      </ol>
    </Paper>
  );
}
