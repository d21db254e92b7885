import { Alert, Box, Group, Paper, Text } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { describeMarks } from "@/components/clicks/clicks-chart";
import { ClicksFilter } from "@/components/clicks/clicks-filter";
import { ClicksOverview } from "@/components/clicks/clicks-overview";
import { readClicksView } from "@/components/clicks/clicks-view";
import { ConversionCard } from "@/components/clicks/conversion-card";
import { DecidedTable } from "@/components/clicks/decided-table";
import { TopLists } from "@/components/clicks/top-lists";
import { variantNames } from "@/components/clicks/value-names";
import { type CheckDestination, CheckDestinationButton, LinkButtons } from "@/components/links/link-buttons";
import { LinkBadge, LinkDestination } from "@/components/links/link-identity";
import { linkDataAttributes } from "@/components/links/link-name";
import { QrPicture } from "@/components/links/qr-picture";
import { type ShownTag, TagList } from "@/components/tags/tag-list";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { Page } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/relative-time";
import { SiteIcon } from "@/components/ui/site-icon";
import { boundsOf, dayIn } from "@/lib/clicks/statistics/calendar";
import { hoursOfWeek } from "@/lib/clicks/statistics/hours-of-week";
import { buildReport } from "@/lib/clicks/statistics/report";
import { stateOf } from "@/lib/contract/link-state";
import { placesIn } from "@/lib/contract/places";
import { withoutScheme } from "@/lib/contract/readable-url";
import { readLinkCounts } from "@/lib/resources/links/counts";
import { findFailure } from "@/lib/resources/links/destinations/checks";
import { disabledReasonIn } from "@/lib/resources/links/disabled-reason";
import type { FailingDestination } from "@/lib/resources/links/failing";
import { listEdits } from "@/lib/resources/links/history/service";
import { countShares } from "@/lib/resources/links/rule-fields";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { namedVariants } from "@/lib/resources/links/statistics/named-variants";
import { splitOutcomes } from "@/lib/resources/links/statistics/split-conversions";
import { readRules } from "@/lib/resources/links/stored";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import { linkDesign } from "@/lib/resources/qr-codes/link-design";
import { findShare, presentShare } from "@/lib/resources/shares/service";
import { siteIcons } from "@/lib/resources/site-icons/service";
import { LateStatistics, orReason } from "../../_lib/late-statistics";
import { loadLink } from "../../_lib/owned-row-loader";
import { shownFigures, timesOf } from "../../_lib/shown-figures";
import { versionOf } from "../../qr-codes/shown";
import { shareLinkAction, stopSharingLinkAction } from "../../share-actions";
import { checkDestinationAction, deleteLinkAction } from "../actions";
import { putBackSplitAction, restartSplitAction, restoreLinkAction, sendEveryoneAction } from "../lifecycle-actions";
import classes from "./link.module.css";

export async function generateMetadata({ params }: PageProps<"/dashboard/links/[id]">): Promise<Metadata> {
  const { row: link } = await loadLink((await params).id);
  return { title: link.title || withoutScheme(shortUrlOf(link)) };
}

export default async function LinkPage({ params, searchParams }: PageProps<"/dashboard/links/[id]">) {
  const { actor, row: link } = await loadLink((await params).id);
  const t = await getTranslations();
  const view = readClicksView(await searchParams, timesOf(actor, link));
  const read = await orReason(
    Promise.all([
      buildReport("link", link.id, view, shownDetailOf(actor)),
      hoursOfWeek("link", link.id, view, shownDetailOf(actor)),
      listEdits(actor, link.id, boundsOf(view.period, view.zone)),
    ]),
  );
  if (typeof read === "string")
    return <LateStatistics title={link.title || withoutScheme(shortUrlOf(link))} view={view} reason={read} />;
  const [report, hours, edits] = read;
  const shortUrl = shortUrlOf(link);
  const ever = { ...readLinkCounts(link), imported: Number(link.importedClicks) };
  const tracks = link.trackConversions ?? link.domain.trackConversions ?? actor.trackConversions;
  const hasRules = (link.rules as unknown[]).length > 0;
  const [iconOf, failing, figures, variants, splits, share, { design }, variantName, marks] = await Promise.all([
    siteIcons(actor, [link]),
    findFailure(actor, link.id),
    shownFigures({ of: "link", id: link.id }, view, tracks),
    namedVariants(actor, link, report.top.variants),
    splitOutcomes(actor, link),
    findShare(actor, { subject: "link", id: link.id }),
    linkDesign(actor, link.id),
    variantNames(),
    describeMarks(edits),
  ]);
  const locale = await getLocale();
  const names = Object.fromEntries(variants.map((variant) => [variant.value, variantName(variant)]));
  const shares = countShares(readRules(link.rules));
  const named = { id: link.id, shortUrl, clicks: ever.clicks };

  return (
    <Page
      title={link.title || withoutScheme(shortUrl)}
      actions={
        <LinkButtons
          link={named}
          remove={deleteLinkAction}
          restore={restoreLinkAction}
          share={presentShare(share)}
          sharing={{ share: shareLinkAction.bind(null, link.id), stop: stopSharingLinkAction.bind(null, link.id) }}
        />
      }
    >
      {link.disabled && (
        <Alert color="red" variant="light" mb="lg" title={t("links.disabledTitle")}>
          {t("links.disabledText", { reason: disabledReasonIn(locale, link.disabled.reason) })}
        </Alert>
      )}
      {failing && (
        <FailingNote
          failing={failing}
          destination={link.destination}
          now={new Date()}
          check={checkDestinationAction.bind(null, link.id)}
        />
      )}
      <Group gap="sm" mb="lg" wrap="nowrap" {...linkDataAttributes(named)}>
        <SiteIcon icon={iconOf(link)} />
        <LinkBadge state={stateOf(link)} />
        {link.archived && <LinkBadge state="archived" />}
        <Text c="dimmed" className={classes.destination} lineClamp={4}>
          {link.title && <b className={classes.short}>{withoutScheme(shortUrl)}</b>}{" "}
          {shares === null
            ? t.rich("links.leadsTo", { to: () => <LinkDestination link={link} /> })
            : t("ui.splitBetween", { count: shares })}
        </Text>
        <CopyButton small value={shortUrl} label={t("links.copyShort")}>
          {t("links.copy")}
        </CopyButton>
      </Group>
      <ClicksFilter view={view} today={dayIn(view.zone, Date.now())} variants={names} />
      <div className={classes.columns}>
        <ClicksOverview
          {...{ view, report, ever, marks }}
          clicked={{ name: link.title || withoutScheme(shortUrl), address: withoutScheme(shortUrl) }}
          filter={false}
        />
        <Paper component="section" aria-label={t("links.facts.label")} className={classes.side}>
          <QrPicture link={named} version={versionOf(design)} />
          <LinkFacts
            createdAt={link.createdAt}
            expiresAt={link.expiresAt}
            limit={link.clickLimit === null ? null : { used: link.clickLimitUsed, most: link.clickLimit }}
            redirect={link.redirectStatus}
            locked={link.passwordHash !== null}
            rules={(link.rules as unknown[]).length}
            tags={link.tags}
            note={link.description}
            now={new Date()}
          />
        </Paper>
      </div>
      {(variants.length > 0 || hasRules) && (
        <DecidedTable
          {...{ view, variants, names }}
          splits={splits}
          restart={(rule) => restartSplitAction.bind(null, link.id, rule)}
          splitActions={{
            send: sendEveryoneAction.bind(null, link.id),
            putBack: putBackSplitAction.bind(null, link.id),
          }}
          shortUrl={shortUrl}
          total={report.clicks}
        />
      )}
      {figures && (
        <Box mb="md">
          <ConversionCard figures={figures} clicks={report.clicks} />
        </Box>
      )}
      <TopLists view={view} report={report} hours={hours} places={placesIn(locale)} />
    </Page>
  );
}

interface FailingNoteProps {
  failing: FailingDestination;
  destination: string;
  now: Date;
  check: CheckDestination;
}

/** A warning that the link's destination is not working, and what to do about it. */
function FailingNote({ failing: { status, since }, destination, now, check }: FailingNoteProps) {
  const t = useTranslations("links.failing");
  const { host } = new URL(destination);
  return (
    <Alert
      color="red"
      variant="light"
      mb="lg"
      icon={<IconLinkOff aria-hidden />}
      title={status === null ? t("silent", { host }) : t("answers", { status })}
    >
      {t.rich("text", { when: () => <RelativeTime date={since} now={now} /> })}
      <div>
        <CheckDestinationButton check={check} host={host} />
      </div>
    </Alert>
  );
}

interface LinkFactsProps {
  createdAt: Date;
  expiresAt: Date | null;
  /** visits so far and the click limit; null without a limit */
  limit: { used: number; most: number } | null;
  redirect: number;
  locked: boolean;
  /** number of rules */
  rules: number;
  tags: ShownTag[];
  note: string;
  now: Date;
}

/** A link's settings other than its destination. */
function LinkFacts({ createdAt, expiresAt, limit, redirect, locked, rules, tags, note, now }: LinkFactsProps) {
  const t = useTranslations("links.facts");
  return (
    <DescriptionList
      now={now}
      items={[
        [t("created"), createdAt],
        [t(expiresAt && expiresAt <= now ? "expired" : "expires"), expiresAt],
        [t("limit"), limit && t("limitUsed", limit)],
        [t("rules"), rules || null],
        [t("password"), locked && t("passwordRequired")],
        [t("redirect"), redirect],
        [t("tags"), tags.length > 0 && <TagList key="tags" tags={tags} />],
        [t("note"), note || null],
      ]}
    />
  );
}
