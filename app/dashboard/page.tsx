import { Alert, EmptyState, Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconChartDots, IconLink, IconSettingsPlus, IconTransferIn } from "@tabler/icons-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { ClicksChart } from "@/components/clicks/clicks-chart";
import { readClicksView } from "@/components/clicks/clicks-view";
import { Figure } from "@/components/clicks/figure";
import { Live } from "@/components/clicks/live";
import { TopEntries } from "@/components/clicks/top-list";
import { useValueNames } from "@/components/clicks/value-names";
import { CreatedLink } from "@/components/links/created-link";
import { ShortUrl } from "@/components/links/link-identity";
import { useLinkName } from "@/components/links/link-name";
import { NewLinkField } from "@/components/links/new-link-field";
import { AttentionCard, SmallCard } from "@/components/overview/cards";
import classes from "@/components/overview/overview.module.css";
import { type ScopeGroup, ScopeSelect } from "@/components/overview/scope-select";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { chosenId } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { Page, pageTitle } from "@/components/ui/page";
import { ZoneLink } from "@/components/ui/zone-link";
import type { Actor } from "@/lib/auth/actor";
import { hasPermission } from "@/lib/auth/permissions";
import { requireActor } from "@/lib/auth/session";
import { startOfDay } from "@/lib/clicks/statistics/calendar";
import { withOffset } from "@/lib/contract/local-time";
import { type Places, placesIn } from "@/lib/contract/places";
import { withoutScheme } from "@/lib/contract/readable-url";
import { db } from "@/lib/platform/database/db";
import { usableDomains } from "@/lib/resources/domains/service";
import { linkOrigin, shortUrlOf } from "@/lib/resources/links/short-url";
import { type Attention, findAttention } from "@/lib/resources/overview/attention";
import { type Compared, type Overview, readOverview } from "@/lib/resources/overview/service";
import { domainChoices, listOwnedChoices } from "./_lib/choices";
import { createdLink } from "./_lib/created-link";
import { createLinkAction, shortenAction } from "./links/actions";

export const generateMetadata = pageTitle("overview", "title");

export default async function OverviewPage({ searchParams }: PageProps<"/dashboard">) {
  const t = await getTranslations("overview");
  const actor = await requireActor();
  const { created, ...scope } = overviewView.parse(await searchParams);
  const [overview, attention, groups, made, locale, domains] = await Promise.all([
    readOverview(actor, scope),
    findAttention(actor),
    scopeChoices(actor),
    createdLink(actor, created),
    getLocale(),
    domainChoices(actor),
  ]);
  const query = scopeQuery(scope);
  const isNew = overview.links === 0 && overview.clicks.now === 0 && query === "";

  return (
    <Page
      title={t("title")}
      actions={
        <Group gap="md" wrap="nowrap">
          {overview.watched.length > 0 && <Live subject="link" ids={overview.watched} />}
          {groups.length > 0 && (
            <ScopeSelect label={t("scope.label")} value={query} all={t("scope.all")} groups={groups} />
          )}
        </Group>
      }
    >
      <Stack gap="lg">
        <NewLinkField explained={isNew} create={createLinkAction} shorten={shortenAction} domains={domains} />
        {made && <CreatedLink link={made} />}
        {isNew ? (
          <FirstLink />
        ) : (
          <OverviewBody
            overview={overview}
            attention={attention}
            all={`/dashboard/links?${new URLSearchParams([...new URLSearchParams(query), ["order", "click"]])}`}
            places={placesIn(locale)}
          />
        )}
      </Stack>
    </Page>
  );
}

/** The filters of the overview. Filters without a choice are left out. */
async function scopeChoices(actor: Actor): Promise<ScopeGroup[]> {
  const t = await getTranslations("overview.scope");
  const [domains, campaigns, tags] = await Promise.all([
    hasPermission(actor, "domains:read") ? usableDomains(actor) : [],
    hasPermission(actor, "campaigns:read") ? listOwnedChoices(db.campaign, actor, "campaign") : [],
    listOwnedChoices(db.tag, actor, "tag"),
  ]);
  const groups = [
    {
      group: t("domains"),
      items: (domains.length > 1 ? domains : []).map((domain) => ({
        value: scopeQuery({ domain: domain.id }),
        label: withoutScheme(linkOrigin(domain)),
      })),
    },
    {
      group: t("campaigns"),
      items: campaigns.map(({ value, label }) => ({ value: scopeQuery({ campaign: Number(value) }), label })),
    },
    { group: t("tags"), items: tags.map(({ label }) => ({ value: scopeQuery({ tag: label }), label })) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** For a new account: the field above, or one of two other ways to create a link. */
function FirstLink() {
  const t = useTranslations("overview.first");
  return (
    <Paper component="section" className={classes.card} aria-label={t("title")}>
      <EmptyState py={32} variant="light" icon={<IconLink />} title={t("title")} description={t("text")}>
        <MayWrite in="links">
          <Group gap="sm" justify="center">
            <ButtonLink href="/dashboard/links/new" variant="default" leftSection={<IconSettingsPlus size={18} />}>
              {t("options")}
            </ButtonLink>
            <ButtonLink href="/dashboard/import" variant="default" leftSection={<IconTransferIn size={18} />}>
              {t("import")}
            </ButtonLink>
          </Group>
        </MayWrite>
      </EmptyState>
    </Paper>
  );
}

interface OverviewBodyProps {
  overview: Overview;
  attention: Attention;
  /** the address of these links' list, most clicked first */
  all: string;
  places: Places;
}

const SHOWN = 6;

/** The figures, the clicks per day, and their details. */
function OverviewBody({ overview, attention, all, places }: OverviewBodyProps) {
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
  const clock = format.dateTime(today.until, { timeZone: zone, timeStyle: "short" });
  const time = withOffset(clock, today.until, zone);
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
          <TextLink href={all} underline="hover">
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

/** The parameters in the address of the overview, named as on the links page. Invalid ones are ignored. */
const overviewView = z.object({
  domain: chosenId,
  campaign: chosenId,
  /** a tag's name */
  tag: z.string().trim().min(1).max(64).optional().catch(undefined),
  /** the id of a link to show at the top, because it was just created */
  created: chosenId,
});

type OverviewView = z.infer<typeof overviewView>;

/** The page's filter as the query of its address; empty for all links. */
function scopeQuery({ domain, campaign, tag }: Omit<OverviewView, "created">): string {
  const given = Object.entries({ domain, campaign, tag }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given).toString();
}
