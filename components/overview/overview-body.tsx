import { Alert, EmptyState, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconChartDots } from "@tabler/icons-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { ClicksChart } from "@/components/clicks/clicks-chart";
import { readClicksView } from "@/components/clicks/clicks-view";
import { Figure } from "@/components/clicks/figure";
import { TopEntries } from "@/components/clicks/top-list";
import { useValueNames } from "@/components/clicks/value-names";
import { ShortUrl } from "@/components/links/short-url";
import { useLinkName } from "@/components/links/use-link-name";
import { TextLink } from "@/components/ui/link";
import { ZoneLink } from "@/components/ui/zone-link";
import { startOfDay } from "@/lib/clicks/statistics/calendar";
import { withOffset } from "@/lib/contract/local-time";
import type { Places } from "@/lib/contract/places";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { Attention } from "@/lib/resources/overview/attention";
import type { Compared, Overview } from "@/lib/resources/overview/service";
import { AttentionCard } from "./attention-card";
import classes from "./overview.module.css";
import { SmallCard } from "./small-card";

interface OverviewBodyProps {
  overview: Overview;
  attention: Attention;
  /** the address of these links' list, most clicked first */
  all: string;
  places: Places;
}

const SHOWN = 6;

/** The figures, the clicks per day, and their details. */
export function OverviewBody({ overview, attention, all, places }: OverviewBodyProps) {
  const t = useTranslations("overview");
  const nameOf = useValueNames(places);
  const { counted, countries, sources, clicks } = overview;
  return (
    <Stack gap="md">
      {counted !== null && (
        <Alert variant="light" color="gray">
          {t("counted", { count: counted })}
        </Alert>
      )}
      <OverviewFigures overview={overview} />
      <div className={classes.grid}>
        <ClicksCard overview={overview} />
        <AttentionCard attention={attention} />
        <TopLinks top={overview.top} all={all} />
        <SmallCard title={t("countries")}>
          <TopEntries
            entries={countries.slice(0, SHOWN)}
            total={clicks.now}
            nameOf={(value) => nameOf("country", value)}
          />
        </SmallCard>
        <SmallCard title={t("sources")}>
          <TopEntries
            entries={sources.slice(0, SHOWN)}
            total={clicks.now}
            nameOf={(value) => nameOf("referrer", value)}
          />
        </SmallCard>
      </div>
    </Stack>
  );
}

/** The clicks per day of the period and of the one before it. */
function ClicksCard({ overview }: { overview: Overview }) {
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

/** Four figures of the period, each compared to the period before. */
function OverviewFigures({ overview }: { overview: Overview }) {
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

/** The most clicked links, each by its title or else its destination. */
function TopLinks({ top, all }: { top: Overview["top"]; all: string }) {
  const nameOf = useLinkName();
  const t = useTranslations("overview.top");
  const format = useFormatter();
  return (
    <SmallCard
      title={t("title")}
      action={
        top.length > 0 && (
          <TextLink href={all} size="sm" underline="hover">
            {t("all")}
          </TextLink>
        )
      }
    >
      {top.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("none")}
        </Text>
      ) : (
        <ol className={classes.list}>
          {top.map(({ link, clicks }) => (
            <li key={link.id} className={classes.link}>
              <Link href={`/dashboard/links/${link.id}`} className={classes.item} prefetch={false}>
                <span className={classes.words}>
                  <span className={classes.name} dir="auto" title={nameOf(link)}>
                    {nameOf(link)}
                  </span>
                  <span className={classes.about}>
                    <ShortUrl url={shortUrlOf(link)} />
                  </span>
                </span>
                <span className={classes.clicks}>{format.number(clicks)}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </SmallCard>
  );
}
