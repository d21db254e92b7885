"use client";

import { useFormatter, useTranslations } from "next-intl";
import "@mantine/charts/styles.layer.css";

import { CompositeChart } from "@mantine/charts";
import type { ClickReport } from "@/lib/clicks/report";

/** Clicks a day, and those of the period before as a dashed line. */
export function ClicksChart({ days }: { days: ClickReport["days"] }) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  const data = days.map(({ day, ...counts }) => ({
    day: format.dateTime(new Date(day), { month: "short", day: "numeric" }),
    ...counts,
  }));
  const total = days.reduce((sum, { clicks }) => sum + clicks, 0);
  return (
    <figure style={{ margin: 0 }} aria-label={t("chart", { clicks: total, days: days.length })}>
      <CompositeChart
        h={260}
        data={data}
        dataKey="day"
        series={[
          {
            type: "line",
            name: "before",
            label: t("daysBefore", { days: days.length }),
            color: "gray.5",
            strokeDasharray: "4 4",
          },
          { type: "area", name: "clicks", label: t("clicks"), color: "pine.6" },
        ]}
        curveType="monotone"
        withDots={false}
        strokeWidth={2}
        tickLine="none"
        xAxisProps={{ minTickGap: 32 }}
        yAxisProps={{ allowDecimals: false, width: 36 }}
      />
    </figure>
  );
}
