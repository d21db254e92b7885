import { EmptyState, Text } from "@mantine/core";
import { IconChartDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ClicksChart } from "@/components/clicks/clicks-chart";
import { readClicksView } from "@/components/clicks/clicks-view";
import type { Overview } from "@/lib/resources/overview/service";
import { SmallCard } from "./small-card";

/** The days of the period over those before. */
export function ClicksCard({ overview }: { overview: Overview }) {
  const t = useTranslations("overview");
  const { days, clicks } = overview;
  const points = days.map(({ day, clicks, before }) => ({ at: Date.parse(day), clicks, before }));
  return (
    <SmallCard
      title={t("perDay")}
      action={
        <Text size="xs" c="dimmed">
          {t("legend", { days: days.length })}
        </Text>
      }
      wide
    >
      {clicks.now === 0 && !clicks.before ? (
        <EmptyState py="md" icon={<IconChartDots />} title={t("noClicks")} description={t("noClicksText")} />
      ) : (
        <ClicksChart of="clicks" points={points} view={readClicksView({})} />
      )}
    </SmallCard>
  );
}
