import { Alert, Anchor, EmptyState, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconChartDots } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { ClicksChart } from "@/components/clicks/clicks-chart";
import { ClicksFilter } from "@/components/clicks/clicks-filter";
import { readClicksView } from "@/components/clicks/clicks-view";
import { Figure } from "@/components/clicks/figure";
import { TopLists } from "@/components/clicks/top-lists";
import { LinkBadge } from "@/components/links/link-badge";
import { LinkButtons } from "@/components/links/link-buttons";
import { LinkFacts } from "@/components/links/link-facts";
import { QrPicture } from "@/components/links/qr-picture";
import { withoutScheme } from "@/components/links/without-scheme";
import { Page } from "@/components/shell/page";
import { reportOf } from "@/lib/clicks/report";
import { placesIn } from "@/lib/links/places";
import { shortUrlOf } from "@/lib/links/short-url";
import { stateOf } from "@/lib/links/state";
import { deleteLinkAction } from "../actions";
import classes from "./link.module.css";
import { ownLink } from "./own-link";

export async function generateMetadata({ params }: PageProps<"/dashboard/links/[id]">): Promise<Metadata> {
  const { link } = await ownLink((await params).id);
  return { title: withoutScheme(shortUrlOf(link)) };
}

export default async function LinkPage({ params, searchParams }: PageProps<"/dashboard/links/[id]">) {
  const { link } = await ownLink((await params).id);
  const t = await getTranslations();
  const view = readClicksView(await searchParams);
  const report = await reportOf("link", link.id, view);
  const shortUrl = shortUrlOf(link);
  const named = { id: link.id, shortUrl, clicks: link.clicks };
  const silent = report.clicks === 0 && report.clicksBefore === 0;
  const { days } = view;
  const compared = t("clicks.compared", { days });

  return (
    <Page title={withoutScheme(shortUrl)} actions={<LinkButtons link={named} remove={deleteLinkAction} />}>
      {link.disabled && (
        <Alert color="red" variant="light" mb="lg" title={t("links.disabledTitle")}>
          {t("links.disabledText", { reason: link.disabled.reason })}
        </Alert>
      )}
      <Group gap="sm" mb="lg" wrap="nowrap">
        <LinkBadge state={stateOf(link)} />
        <Text c="dimmed" className={classes.destination}>
          {t.rich("links.leadsTo", {
            to: () => (
              <Anchor href={link.destination} target="_blank" rel="noreferrer">
                {withoutScheme(link.destination)}
              </Anchor>
            ),
          })}
        </Text>
      </Group>
      <div className={classes.columns}>
        <Stack className={classes.numbers}>
          <ClicksFilter view={view} />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <Figure label={t("clicks.clicks")} value={report.clicks} before={report.clicksBefore} note={compared} />
            <Figure
              label={t("clicks.uniqueVisitors")}
              value={report.uniqueClicks}
              before={report.uniqueClicksBefore}
              note={t("clicks.sinceBeginning", { count: link.uniqueClicks })}
            />
            <Figure
              label={t("clicks.robots")}
              value={report.robots}
              note={t(view.robots ? "clicks.robotsCounted" : "clicks.robotsNotCounted")}
            />
          </SimpleGrid>
          <Paper component="section" className={classes.chart}>
            <Group justify="space-between" mb="md">
              <Title order={2} size="h3">
                {t("clicks.perDay")}
              </Title>
              <Text size="xs" c="dimmed">
                {t("clicks.legend", { days })}
              </Text>
            </Group>
            {silent ? <NoClicks days={days} everClicked={link.clicks > 0} /> : <ClicksChart days={report.days} />}
          </Paper>
        </Stack>
        <Paper component="section" aria-label={t("links.facts.label")} className={classes.side}>
          <QrPicture link={named} />
          <LinkFacts
            createdAt={link.createdAt}
            expiresAt={link.expiresAt}
            limit={link.clickLimit === null ? null : { used: link.clickLimitUsed, most: link.clickLimit }}
            redirect={link.redirectStatus}
            locked={link.passwordHash !== null}
            rules={(link.rules as unknown[]).length}
            note={link.description}
            now={new Date()}
          />
        </Paper>
      </div>
      <TopLists report={report} places={placesIn(await getLocale())} />
    </Page>
  );
}

function NoClicks({ days, everClicked }: { days: number; everClicked: boolean }) {
  const t = useTranslations("clicks.none");
  return (
    <EmptyState
      py="md"
      icon={<IconChartDots />}
      title={everClicked ? t("period", { days }) : t("ever")}
      description={t("text")}
    />
  );
}
