import { EmptyState, Text } from "@mantine/core";
import { IconChartDots } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { ClicksChart } from "@/components/clicks/clicks-chart";
import { readClicksView } from "@/components/clicks/clicks-view";
import { ZoneLink } from "@/components/ui/zone-link";
import { startOfDay } from "@/lib/clicks/statistics/calendar";
import type { Overview } from "@/lib/resources/overview/service";
import { SmallCard } from "./small-card";

/** The clicks per day of the period and of the one before it. */
export function ClicksCard({ overview }: { overview: Overview }) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const { days, clicks, zone, utcBefore } = overview;
  const points = days.map(({ day, clicks, before }) => ({ at: startOfDay(day, zone), clicks, before }));
  return (
    <SmallCard
      title={t("perDay")}
      action={
        <Text size="xs" c="dimmed">
          {t.rich("legend", { days: days.length, zone, link: (name) => <ZoneLink>{name}</ZoneLink> })}
        </Text>
      }
      wide
    >
      {clicks.now === 0 && !clicks.before ? (
        <EmptyState py="md" icon={<IconChartDots />} title={t("noClicks")} description={t("noClicksText")} />
      ) : (
        <ClicksChart of="clicks" points={points} view={readClicksView({}, { zone })} />
      )}
      {utcBefore !== null && (
        <Text size="xs" c="dimmed" mt="xs">
          {t("utcBefore", { day: format.dateTime(Date.parse(utcBefore), { timeZone: "UTC", dateStyle: "medium" }) })}
        </Text>
      )}
    </SmallCard>
  );
}
