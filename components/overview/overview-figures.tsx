import { SimpleGrid } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Figure } from "@/components/clicks/figure";
import { withOffset } from "@/lib/contract/local-time";
import type { Compared, Overview } from "@/lib/resources/overview/service";

/** Four figures of the period, each compared to the period before. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  const t = useTranslations("overview.figures");
  const format = useFormatter();
  const { today, zone } = overview;
  const clock = { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const time = withOffset(format.dateTime(today.until, clock), today.until, zone);
  const days = overview.days.length;
  const before = ({ before }: Compared, known: (count: number) => string, unknown: string) =>
    before === null ? unknown : known(before);
  const earlier = (compared: Compared) =>
    before(compared, (count) => t("daysBefore", { count, days }), t("lastDays", { days }));
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        label={t("today")}
        value={today.now}
        before={today.before}
        note={before(today, (count) => t("yesterday", { count, time }), t("sinceMidnight"))}
      />
      <Figure
        label={t("clicks", { days })}
        value={overview.clicks.now}
        before={overview.clicks.before}
        note={earlier(overview.clicks)}
      />
      <Figure
        label={t("visitors", { days })}
        value={overview.visitors.now}
        before={overview.visitors.before}
        note={earlier(overview.visitors)}
      />
      <Figure
        label={t("newLinks", { days })}
        value={overview.newLinks.now}
        before={overview.newLinks.before}
        note={before(overview.newLinks, (count) => t("daysBefore", { count, days }), t("orMore"))}
      />
    </SimpleGrid>
  );
}
