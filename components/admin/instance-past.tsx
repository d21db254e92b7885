import { SimpleGrid } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { Past } from "@/lib/instance/samples";
import { GrowthChart } from "./growth-chart";
import { useByteFormat } from "./use-size";

type Name = "visits" | "failures" | "oldest" | "loopDelay" | "memory" | "free";

/** Load and health of the last 24 hours or the last 30 days. */
export function InstancePast({ span, past }: { span: "day" | "month"; past: Past[] }) {
  const t = useTranslations("instance.past");
  const format = useFormatter();
  const size = useByteFormat();
  const seconds = (count: number) => format.number(count, { style: "unit", unit: "second", maximumFractionDigits: 1 });
  const milliseconds = (count: number) =>
    format.number(count * 1_000, { style: "unit", unit: "millisecond", maximumFractionDigits: 1 });
  const values = (name: Name) => past.map((one) => one[name] ?? 0);
  const most = (name: Name) => Math.max(0, ...values(name));
  const sum = (name: Name) => values(name).reduce((all, value) => all + value, 0);
  const frees = past.flatMap(({ free }) => (free === null ? [] : [free]));
  const totals: Record<Name, string> = {
    visits: format.number(sum("visits")),
    failures: format.number(sum("failures")),
    oldest: t("atMost", { value: seconds(most("oldest")) }),
    loopDelay: t("atMost", { value: milliseconds(most("loopDelay")) }),
    memory: t("atMost", { value: size(most("memory")) }),
    free: frees.length === 0 ? t("unknown") : t("atLeast", { value: size(Math.min(...frees)) }),
  };
  const writes: Partial<Record<Name, (count: number) => string>> = {
    oldest: seconds,
    loopDelay: milliseconds,
    memory: size,
    free: size,
  };
  return (
    <Card title={t(`${span}.title`)} lead={t(`${span}.about`)}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xl" style={{ alignItems: "end" }}>
        {(Object.keys(totals) as Name[]).map((name) => (
          <GrowthChart
            key={name}
            name={t(`names.${name}`)}
            total={totals[name]}
            days={past.map((one) => ({ day: new Date(one.at).toISOString(), count: one[name] ?? 0 }))}
            hours={span === "day" || undefined}
            write={writes[name]}
          />
        ))}
      </SimpleGrid>
    </Card>
  );
}
