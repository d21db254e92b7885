import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Geography } from "@/lib/clicks/classify/geography";
import { clickNounBySubject } from "@/lib/clicks/statistics/click-nouns";
import type { HoursOfWeek } from "@/lib/clicks/statistics/hours-of-week";
import type { ClickReport } from "@/lib/clicks/statistics/report";
import type { TopEntry } from "@/lib/clicks/store/click-store";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import type { Places } from "@/lib/contract/places";
import { utmFields } from "@/lib/contract/utm";
import { type ClicksView, clicksQuery } from "./clicks-view";
import { DownloadButton } from "./download-button";
import { HoursCard } from "./hours-card";
import { ListSearch } from "./list-search";
import { NarrowLink } from "./narrow-link";
import { TopEntries } from "./top-list";
import classes from "./top-list.module.css";
import { type NameOf, useValueNames } from "./value-names";
import { WorldMap } from "./world-map";

interface TopListsProps {
  view: ClicksView;
  report: ClickReport;
  hours: HoursOfWeek;
  places: Places;
}

/** The sources, browsers, devices and times of clicks. Each row of a list filters the page. */
export function TopLists({ view, report, hours, places }: TopListsProps) {
  const t = useTranslations("clicks");
  const nameOf = useValueNames(places);
  const { of: counted, top, clicks, robots, geography } = report;
  const of = clickNounBySubject[counted.subject];
  const list = (dimension: FilterDimension, entries: TopEntry[], total = clicks) => (
    <ValueList {...{ view, of: counted, dimension, entries, total, nameOf }} />
  );
  const tab = (name: keyof typeof tabNames, panel: React.ReactNode) => ({ name, label: tabNames[name], panel });
  const tabNames = {
    browser: t("top.browser"),
    city: t("top.city"),
    country: t("top.country"),
    device: t("top.device"),
    language: t("top.language"),
    map: t("map.tab"),
    os: t("top.os"),
    referrer: t("top.referrer"),
    region: t("top.region"),
    robot: t("top.bots"),
    source: t("top.source"),
    utm: t("utm.tab"),
  };
  const hasPlaces = geography.hasCities || top.regions.length > 0;
  const utm = utmFields.filter((field) => top.utm[field].length > 0);
  const { whole } = view;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <TabbedCard
          id="places"
          title={t("cards.places")}
          shown={whole}
          tabs={[
            tab("country", list("country", top.countries)),
            ...(hasPlaces ? [tab("region", list("region", top.regions)), tab("city", list("city", top.cities))] : []),
            tab("map", <WorldMap countries={top.countries} total={clicks} view={view} nameOf={nameOf} />),
          ]}
        />
        <TabbedCard
          id="sources"
          title={t("cards.sources")}
          shown={whole?.startsWith("utm_") ? "utm" : whole}
          tabs={[
            tab(
              "source",
              <TopEntries entries={top.sources} total={clicks} nameOf={(name) => nameOf("referrer", name)} />,
            ),
            tab("referrer", list("referrer", top.referrers)),
            tab(
              "utm",
              utm.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {t("utm.none", { of })}
                </Text>
              ) : (
                utm.map((field) => (
                  <div key={field} className={classes.group}>
                    <h4>{t(`dimensions.utm_${field}`)}</h4>
                    {list(`utm_${field}`, top.utm[field])}
                  </div>
                ))
              ),
            ),
            tab("language", list("language", top.languages)),
          ]}
        />
        <TabbedCard
          id="devices"
          title={t("cards.devices")}
          shown={whole === "class" ? "robot" : whole}
          tabs={[
            tab("browser", list("browser", top.browsers)),
            tab("os", list("os", top.systems)),
            tab("device", list("device", top.devices)),
            ...(robots > 0
              ? [
                  tab(
                    "robot",
                    <>
                      <div className={classes.group}>
                        <h4>{t("top.class")}</h4>
                        {list("class", top.classes, robots)}
                      </div>
                      <div className={classes.group}>
                        <h4>{t("top.robot")}</h4>
                        {list("robot", top.robots, robots)}
                      </div>
                    </>,
                  ),
                ]
              : []),
          ]}
        />
        <HoursCard of={of} hours={hours} zone={view.zone} />
      </SimpleGrid>
      <GeographyNote {...geography} />
    </Stack>
  );
}

const addresses = { dbip: "https://db-ip.com", geolite: "https://www.maxmind.com" };

/** The attribution that the licenses of the location data require, and why cities are missing. */
function GeographyNote({ hasCities, sources }: Geography) {
  const t = useTranslations("clicks.geography");
  if (hasCities && sources.length === 0) return null;
  return (
    <Text component="footer" size="sm" c="dimmed">
      {!hasCities && t("none")}
      {sources.map((source) => (
        <span key={source}>
          {" "}
          {t.rich(source, {
            a: (chunks) => (
              <Anchor href={addresses[source]} rel="noreferrer" target="_blank" underline="always">
                {chunks}
              </Anchor>
            ),
          })}
        </span>
      ))}
    </Text>
  );
}

interface ValueListProps {
  view: ClicksView;
  of: ClickReport["of"];
  dimension: FilterDimension;
  entries: TopEntry[];
  /** total clicks, for the shares */
  total: number;
  nameOf: NameOf;
}

/** The top ten values of a dimension, or all of them with a search and a download. Each row filters the page. */
function ValueList({ view, of, dimension, entries, total, nameOf }: ValueListProps) {
  const t = useTranslations("clicks");
  const isWhole = view.whole === dimension;
  const list = (
    <TopEntries
      entries={isWhole ? entries : entries.slice(0, 10)}
      total={total}
      nameOf={(value) => nameOf(dimension, value)}
      narrows={{ view, dimension }}
    />
  );
  if (!isWhole)
    return (
      <>
        {list}
        <WholeLink view={view} dimension={dimension} listed={entries.length} />
      </>
    );
  const { from, to } = view.period;
  return (
    <>
      <ListSearch label={t("list.search")} none={t("list.none")}>
        {list}
      </ListSearch>
      <Group justify="space-between" align="end">
        <WholeLink view={view} dimension={dimension} listed={entries.length} />
        <DownloadButton
          label={t("list.table")}
          fileName={`${clickNounBySubject[of.subject]}-${dimension}-${from}-${to}.csv`}
          href={`/dashboard/clicks/${of.subject}/${of.id}${clicksQuery(view)}&list=1`}
        />
      </Group>
    </>
  );
}

interface WholeLinkProps {
  view: ClicksView;
  dimension: FilterDimension;
  /** how many values are listed */
  listed: number;
}

/** Switches a list between the top 10 and all values. */
function WholeLink({ view, dimension, listed }: WholeLinkProps) {
  const t = useTranslations("clicks");
  const isWhole = view.whole === dimension;
  if (!isWhole && listed < 10) return null;
  return (
    <NarrowLink href={clicksQuery({ ...view, whole: isWhole ? undefined : dimension })} className={classes.whole}>
      {t(isWhole ? "fewer" : "all")}
    </NarrowLink>
  );
}

interface CardTab {
  name: string;
  label: string;
  panel: React.ReactNode;
}

interface TabbedCardProps {
  /** unique on the page */
  id: string;
  title: string;
  /** at most six: see the style sheet */
  tabs: CardTab[];
  /** name of the tab to begin with, if it is one of them; else the first */
  shown?: string;
}

/**
 * A card that shows one of several lists. The tabs are radio buttons and the choice is made by CSS, so it needs no
 * script and lasts while the page updates.
 */
function TabbedCard({ id, title, tabs, shown }: TabbedCardProps) {
  const first = tabs.find(({ name }) => name === shown) ?? tabs[0];
  return (
    <Paper component="section" className={classes.card} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={`${id}-title`}>
          {title}
        </Title>
        <div role="radiogroup" aria-labelledby={`${id}-title`} className={classes.tabs}>
          {tabs.map(({ name, label }) => (
            <label key={name}>
              <input type="radio" name={id} value={name} defaultChecked={name === first?.name} />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </div>
      {tabs.map(({ name, label, panel }) => (
        <div key={name} className={classes.panel}>
          <VisuallyHidden>
            <h3>{label}</h3>
          </VisuallyHidden>
          {panel}
        </div>
      ))}
    </Paper>
  );
}
