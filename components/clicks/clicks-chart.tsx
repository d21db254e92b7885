"use client";

import "@mantine/charts/styles.layer.css";

import { CompositeChart } from "@mantine/charts";
import type { ClickReport } from "@/lib/clicks/report";

const short = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** Clicks a day, and those of the period before as a dashed line. */
export function ClicksChart({ days }: { days: ClickReport["days"] }) {
  const data = days.map(({ day, ...counts }) => ({ day: short.format(new Date(day)), ...counts }));
  const total = days.reduce((sum, { clicks }) => sum + clicks, 0);
  return (
    <figure style={{ margin: 0 }} aria-label={`${total} clicks over ${days.length} days, as a chart`}>
      <CompositeChart
        h={260}
        data={data}
        dataKey="day"
        series={[
          {
            type: "line",
            name: "before",
            label: `The ${days.length} days before`,
            color: "gray.5",
            strokeDasharray: "4 4",
          },
          { type: "area", name: "clicks", label: "Clicks", color: "pine.6" },
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
