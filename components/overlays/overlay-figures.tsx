import { Paper, SimpleGrid } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { OverlayCounts } from "@/lib/resources/overlays/counts";
import classes from "./overlays.module.css";
import { rateOf } from "./rate-of";

interface OverlayFiguresProps {
  counts: OverlayCounts;
  /** Whether visitors answer it. Otherwise they click. */
  asks: boolean;
}

/** An overlay's impressions, its clicks or answers, and its rate. */
export function OverlayFigures({ counts, asks }: OverlayFiguresProps) {
  const t = useTranslations("overlays.figures");
  const format = useFormatter();
  const { impressions, responses, since } = counts;
  const rate = rateOf(counts);
  const figures = [
    { label: t("impressions"), value: format.number(impressions) },
    { label: t(asks ? "answers" : "clicks"), value: format.number(responses) },
    {
      label: t("rate"),
      value: rate === null ? "–" : format.number(rate, { style: "percent", maximumFractionDigits: 1 }),
    },
  ];
  return (
    <Paper component="section" radius="lg" className={classes.figures} aria-label={t("title")}>
      <SimpleGrid cols={3} component="dl" m={0}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </SimpleGrid>
      <p className={classes.since}>
        {since ? t("since", { day: format.dateTime(since, { dateStyle: "long" }) }) : t("never")}
      </p>
    </Paper>
  );
}
