import { EmptyState, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconChartDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ClickReport } from "@/lib/clicks/report";
import { ClicksChart } from "./clicks-chart";
import { ClicksFilter } from "./clicks-filter";
import classes from "./clicks-overview.module.css";
import type { ClicksView } from "./clicks-view";
import { Figure } from "./figure";

interface ClicksOverviewProps {
  view: ClicksView;
  report: ClickReport;
  /** clicks and visitors since the beginning, where they are known */
  ever?: { clicks: number; uniqueClicks: number };
}

/** The clicks of a period: the filter, the figures, the chart. */
export function ClicksOverview({ view, report, ever }: ClicksOverviewProps) {
  const t = useTranslations("clicks");
  const { days, robots } = view;
  const compared = t("compared", { days });
  const silent = report.clicks === 0 && report.clicksBefore === 0;
  return (
    <Stack className={classes.overview}>
      <ClicksFilter view={view} />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Figure label={t("clicks")} value={report.clicks} before={report.clicksBefore} note={compared} />
        <Figure
          label={t("uniqueVisitors")}
          value={report.uniqueClicks}
          before={report.uniqueClicksBefore}
          note={ever ? t("sinceBeginning", { count: ever.uniqueClicks }) : compared}
        />
        <Figure label={t("robots")} value={report.robots} note={t(robots ? "robotsCounted" : "robotsNotCounted")} />
      </SimpleGrid>
      <Paper component="section" className={classes.chart}>
        <Group justify="space-between" mb="md">
          <Title order={2} size="h3">
            {t("perDay")}
          </Title>
          <Text size="xs" c="dimmed">
            {t("legend", { days })}
          </Text>
        </Group>
        {silent ? (
          <EmptyState
            py="md"
            icon={<IconChartDots />}
            title={ever?.clicks === 0 ? t("none.ever") : t("none.period", { days })}
            description={t("none.text")}
          />
        ) : (
          <ClicksChart days={report.days} />
        )}
      </Paper>
    </Stack>
  );
}
