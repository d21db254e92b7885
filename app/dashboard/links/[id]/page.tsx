import { Anchor, EmptyState, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconChartDots } from "@tabler/icons-react";
import type { Metadata } from "next";
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
import { countryName, languageName } from "@/lib/links/places";
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
  const view = readClicksView(await searchParams);
  const report = await reportOf("link", link.id, view);
  const shortUrl = shortUrlOf(link);
  const named = { id: link.id, shortUrl, clicks: link.clicks };
  const silent = report.clicks === 0 && report.clicksBefore === 0;
  const compared = `compared with the ${view.days} days before`;

  return (
    <Page title={withoutScheme(shortUrl)} actions={<LinkButtons link={named} remove={deleteLinkAction} />}>
      <Group gap="sm" mb="lg" wrap="nowrap">
        <LinkBadge state={stateOf(link)} />
        <Text c="dimmed" className={classes.destination}>
          leads to{" "}
          <Anchor href={link.destination} target="_blank" rel="noreferrer">
            {withoutScheme(link.destination)}
          </Anchor>
        </Text>
      </Group>
      <div className={classes.columns}>
        <Stack className={classes.numbers}>
          <ClicksFilter view={view} />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <Figure label="Clicks" value={report.clicks} before={report.clicksBefore} note={compared} />
            <Figure
              label="Unique visitors"
              value={report.uniqueClicks}
              before={report.uniqueClicksBefore}
              note={`${link.uniqueClicks.toLocaleString("en")} since the beginning`}
            />
            <Figure
              label="Robots"
              value={report.robots}
              note={view.robots ? "counted among the clicks" : "not counted among the clicks"}
            />
          </SimpleGrid>
          <Paper component="section" className={classes.chart}>
            <Group justify="space-between" mb="md">
              <Title order={2} size="h3">
                Clicks a day
              </Title>
              <Text size="xs" c="dimmed">
                days in UTC · dashed: the {view.days} days before
              </Text>
            </Group>
            {silent ? <NoClicks days={view.days} everClicked={link.clicks > 0} /> : <ClicksChart days={report.days} />}
          </Paper>
        </Stack>
        <Paper component="section" aria-label="The link" className={classes.side}>
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
      <TopLists report={report} countryName={countryName} languageName={languageName} />
    </Page>
  );
}

function NoClicks({ days, everClicked }: { days: number; everClicked: boolean }) {
  return (
    <EmptyState
      py="md"
      icon={<IconChartDots />}
      title={everClicked ? `No clicks in ${days} days` : "No clicks yet"}
      description="Share the short link or print its QR code. Every visit shows here within a second or two."
    />
  );
}
