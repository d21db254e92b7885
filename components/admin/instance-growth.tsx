import { SimpleGrid } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { GrowthDay } from "@/lib/instance/growth";
import { GrowthChart } from "./growth-chart";

/** New links and clicks per day. */
export function InstanceGrowth({ days }: { days: GrowthDay[] }) {
  const t = useTranslations("instance");
  const of = (name: "links" | "clicks") => days.map((day) => ({ day: day.day, count: day[name] }));
  const total = (name: "links" | "clicks") => days.reduce((sum, day) => sum + day[name], 0);
  return (
    <Card title={t("growth")} lead={t("growthAbout", { days: days.length })}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <GrowthChart name={t("newLinks")} total={t("linksInAll", { count: total("links") })} days={of("links")} />
        <GrowthChart name={t("newClicks")} total={t("clicksInAll", { count: total("clicks") })} days={of("clicks")} />
      </SimpleGrid>
    </Card>
  );
}
