import { Paper, SimpleGrid, Stack, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { countedAs } from "@/lib/clicks/statistics/counted-as";
import type { ClickReport } from "@/lib/clicks/statistics/report";
import type { TopEntry } from "@/lib/clicks/store/click-store";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import type { Places } from "@/lib/contract/places";
import type { ClicksView } from "./clicks-view";
import { CountryTable } from "./country-table";
import { GeographyNote } from "./geography-note";
import { TopEntries, TopList } from "./top-list";
import classes from "./top-list.module.css";
import { UtmTable } from "./utm-table";
import { useValueNames } from "./value-names";
import { WholeLink } from "./whole-link";
import { WorldMap } from "./world-map";

interface TopListsProps {
  view: ClicksView;
  report: ClickReport;
  places: Places;
}

/** Top lists by place, referrer and device. Each row filters the page. */
export function TopLists({ view, report: { of: counted, top, clicks, robots, geography }, places }: TopListsProps) {
  const t = useTranslations("clicks");
  const nameOf = useValueNames(places);
  const of = (dimension: FilterDimension, entries: TopEntry[], total = clicks) => ({
    entries,
    total,
    nameOf: (value: string) => nameOf(dimension, value),
    narrows: { view, dimension },
  });
  return (
    <Stack gap="md">
      <Paper component="section" className={classes.list}>
        <Title order={2} size="h3" mb="sm">
          {t("top.country")}
        </Title>
        <div className={classes.map}>
          <WorldMap countries={top.countries} total={clicks} view={view} nameOf={nameOf} />
          <div>
            <TopEntries {...of("country", view.whole === "country" ? top.countries : top.countries.slice(0, 10))} />
            <WholeLink view={view} dimension="country" listed={top.countries.length} />
          </div>
        </div>
        <CountryTable countries={top.countries} total={clicks} of={countedAs[counted.subject]} nameOf={nameOf} />
      </Paper>
      {(geography.hasCities || top.regions.length > 0) && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TopList title={t("top.region")} {...of("region", top.regions)} />
          <TopList title={t("top.city")} {...of("city", top.cities)} />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <TopList
          title={t("top.source")}
          entries={top.sources}
          total={clicks}
          nameOf={(name) => nameOf("referrer", name)}
        />
        <TopList title={t("top.referrer")} {...of("referrer", top.referrers)} />
        <TopList title={t("top.browser")} {...of("browser", top.browsers)} />
        <TopList title={t("top.os")} {...of("os", top.systems)} />
        <TopList title={t("top.device")} {...of("device", top.devices)} />
        <TopList title={t("top.language")} {...of("language", top.languages)} />
      </SimpleGrid>
      {robots > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TopList title={t("top.class")} {...of("class", top.classes, robots)} />
          <TopList title={t("top.robot")} {...of("robot", top.robots, robots)} />
        </SimpleGrid>
      )}
      <UtmTable of={countedAs[counted.subject]} utm={top.utm} view={view} />
      <GeographyNote {...geography} />
    </Stack>
  );
}
