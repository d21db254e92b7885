import { Alert, EmptyState, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconChartDots } from "@tabler/icons-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { momentText } from "@/components/ui/formats";
import { ZoneLink } from "@/components/ui/zone-link";
import { dayIn } from "@/lib/clicks/statistics/calendar";
import { clickNounBySubject } from "@/lib/clicks/statistics/click-nouns";
import type { ClickReport } from "@/lib/clicks/statistics/report";
import { daysInPeriod } from "@/lib/clicks/store/period";
import { type FilterDimension, MOST_CLICKS } from "@/lib/clicks/store/selection";
import type { LastVerification } from "@/lib/clicks/verification/last-verification";
import { placesIn } from "@/lib/contract/places";
import { ClicksChart, isRunning, type Mark, useMomentName } from "./clicks-chart";
import { ClicksFilter, useComparedName, useComparison } from "./clicks-filter";
import classes from "./clicks-overview.module.css";
import { type ClicksView, clicksQuery } from "./clicks-view";
import { DownloadButton } from "./download-button";
import { Figure } from "./figure";
import { Live } from "./live";
import { useValueNames, type VariantNames } from "./value-names";

interface ClicksOverviewProps {
  view: ClicksView;
  report: ClickReport;
  /** what was clicked */
  clicked: ClickedItem;
  /** all-time clicks and visitors, if known, and how many of the clicks were imported */
  ever?: { clicks: number; uniqueClicks: number; imported?: number };
  variants?: VariantNames;
  /** shown on the chart */
  marks?: Mark[];
  /** without it, the page renders the filter itself, sticky above all its sections */
  filter?: boolean;
}

const allTimeText = ({ clicks, imported = 0 }: NonNullable<ClicksOverviewProps["ever"]>) => ({
  ...{ count: clicks, imported, here: clicks - imported },
});

/** The clicks of a period: the filter, the figures, the chart. */
export function ClicksOverview({
  view,
  report,
  clicked,
  ever,
  variants,
  marks = [],
  filter = true,
}: ClicksOverviewProps) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  const { robots, grain, zone, period } = view;
  const of = clickNounBySubject[report.of.subject];
  const days = daysInPeriod(period);
  const narrowed = Object.keys(view.filters).length > 0;
  const { beforeToday } = report;
  const comparison = useComparison(view, report);
  const comparedName = useComparedName(view);
  const notes = (...all: (string | false | undefined)[]) => all.filter(Boolean).join(" · ");
  const zoneLink = (name: React.ReactNode) => <ZoneLink>{name}</ZoneLink>;
  const isOver = period.to < dayIn(zone, Date.now());
  // The chart of a past day without clicks would be an empty frame, even if the compared day had some.
  const silent = report.clicks === 0 && (!report.clicksBefore || (isOver && days === 1));
  return (
    <Stack className={classes.overview}>
      {filter && <ClicksFilter view={view} variants={variants} today={dayIn(zone, Date.now())} />}
      {report.since !== null && (
        <Alert variant="light" color="gray">
          {t("limited", {
            of,
            most: MOST_CLICKS,
            since: momentText(format, report.since, zone),
          })}
        </Alert>
      )}
      {report.retainedFrom !== null && (
        <Alert variant="light" color="gray">
          {t("notKept", { of, since: format.dateTime(report.retainedFrom, { timeZone: zone, dateStyle: "medium" }) })}
        </Alert>
      )}
      {report.locked > 0 && (
        <Alert variant="light" color="yellow">
          {t("locked", { count: report.locked, limit: report.limit ?? 0 })}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, xs: 3 }} className={classes.figures}>
        <Figure
          label={t("clicks", { of })}
          value={report.clicks}
          before={report.clicksBefore}
          compared={beforeToday?.clicks}
          note={notes(
            comparison(report.clicksBefore, beforeToday?.clicks, t("notCompared", { of })),
            ever && !narrowed && t("ever", allTimeText(ever)),
          )}
        />
        <Figure
          label={t("uniqueVisitors")}
          value={report.uniqueClicks}
          before={report.uniqueClicksBefore}
          compared={beforeToday?.uniqueClicks}
          note={notes(
            comparison(report.uniqueClicksBefore, beforeToday?.uniqueClicks, t("notCompared", { of })),
            ever && !narrowed && t("sinceBeginning", { count: ever.uniqueClicks }),
          )}
        />
        <Figure
          label={t("robots")}
          value={report.robots}
          note={t(robots ? "robotsCounted" : "robotsNotCounted", { of })}
        />
      </SimpleGrid>
      <Paper component="section" className={classes.chart}>
        <Group justify="space-between" mb="md">
          <div>
            <Title order={2} size="h3">
              {t(`per.${grain}`, { of })}
            </Title>
            <Text size="xs" c="dimmed">
              {report.clicksBefore === null
                ? t.rich("zoneOnly", { zone, link: zoneLink })
                : t.rich("legend", { name: comparedName(report.compared), zone, link: zoneLink })}
              {isRunning(view) && ` · ${t("running", { grain })}`}
              {marks.length > 0 && <span className={classes.marked}>{t("marked")}</span>}
            </Text>
          </div>
          <Group gap="md">
            <Live subject={report.of.subject} ids={[report.of.id]} />
            <ClicksDownloads view={view} report={report} clicked={clicked} />
          </Group>
        </Group>
        {silent ? (
          <EmptyState
            py="md"
            icon={<IconChartDots />}
            title={
              ever?.clicks === 0
                ? t("none.ever", { of })
                : narrowed
                  ? t("none.narrowed", { of })
                  : t("none.period", { of, days })
            }
            description={
              narrowed ? t("none.narrowedText") : isOver && ever?.clicks !== 0 ? undefined : t("none.text", { of })
            }
          />
        ) : (
          <ClicksChart of={of} points={report.points} view={view} marks={marks} />
        )}
      </Paper>
      <Verified last={report.verified} zone={zone} />
    </Stack>
  );
}

/** When the numbers were last verified against the recorded clicks. */
function Verified({ last, zone }: { last: LastVerification | null; zone: string }) {
  const t = useTranslations("clicks.verified");
  const format = useFormatter();
  if (last === null) return null;
  const at = momentText(format, last.at, zone);
  return (
    <Text size="xs" c="dimmed">
      {last.differences === 0 ? t("whole", { at, zone }) : t("differing", { at, zone })}
    </Text>
  );
}

/** The name of what was clicked, and its address if it has one. */
interface ClickedItem {
  name: string;
  address?: string;
}

interface ClicksDownloadsProps {
  view: ClicksView;
  report: ClickReport;
  clicked: ClickedItem;
}

/** Downloads of the current view. */
function ClicksDownloads({ view, report, clicked }: ClicksDownloadsProps) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  const comparedName = useComparedName(view);
  const momentName = useMomentName(view);
  const { subject, id } = report.of;
  const of = clickNounBySubject[subject];
  const day = (date: string) => format.dateTime(new Date(date), { dateStyle: "medium", timeZone: "UTC" });
  const { from, to } = view.period;
  const shown = [from === to ? day(from) : t("between", { from: day(from), to: day(to) })];
  const zone = { zone: view.zone, link: (name: string) => name };
  if (report.clicksBefore === null) shown.push(t.markup("zoneOnly", zone));
  else shown.push(t.markup("legend", { name: comparedName(report.compared), ...zone }));
  const running = isRunning(view);
  if (running) shown.push(`· ${t("running", { grain: view.grain })}`);
  const nameOf = useValueNames(placesIn(useLocale()));
  const filters = Object.entries(view.filters) as [FilterDimension, string][];
  const whose = [
    t(`per.${view.grain}`, { of }),
    clicked.address !== clicked.name && clicked.address,
    view.robots && t("peopleAndRobots"),
    ...filters.map(([dimension, value]) => `${t(`dimensions.${dimension}`)}: ${nameOf(dimension, value)}`),
  ];
  const name = `${of}-${view.period.from}-${view.period.to}`;
  return (
    <Group gap="xs">
      <DownloadButton
        label={t("picture")}
        fileName={`${name}.png`}
        title={clicked.name}
        about={[whose.filter(Boolean).join(" · "), shown.join(" ")]}
        points={report.points.map(({ at, clicks, before }) => ({
          name: momentName(at, "short"),
          // Future points are left out: they are not zero.
          clicks: at <= Date.now() ? clicks : null,
          before,
        }))}
        running={running}
      />
      <DownloadButton
        label={t("table")}
        fileName={`${name}.csv`}
        href={`/dashboard/clicks/${subject}/${id}${clicksQuery(view)}`}
      />
    </Group>
  );
}
