import { Paper, SimpleGrid, Stack, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ClickReport } from "@/lib/clicks/report";
import type { Places } from "@/lib/links/places";
import type { ClicksView } from "./clicks-view";
import { TopEntries, TopList } from "./top-list";
import classes from "./top-list.module.css";
import { UtmTable } from "./utm-table";
import { useValueNames } from "./value-names";
import { WorldMap } from "./world-map";

interface TopListsProps {
  view: ClicksView;
  report: ClickReport;
  places: Places;
}

/** Who clicked, from where and with what. Every row narrows the page to it. */
export function TopLists({ view, report: { top, clicks }, places }: TopListsProps) {
  const t = useTranslations("clicks");
  const nameOf = useValueNames(places);
  const shared = { total: clicks, view, nameOf };
  return (
    <Stack gap="md">
      <Paper component="section" className={classes.list}>
        <Title order={2} size="h3" mb="sm">
          {t("top.country")}
        </Title>
        <div className={classes.map}>
          <WorldMap countries={top.countries} view={view} nameOf={nameOf} />
          <TopEntries dimension="country" entries={top.countries.slice(0, 10)} {...shared} />
        </div>
      </Paper>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <TopList dimension="referrer" entries={top.referrers} {...shared} />
        <TopList dimension="browser" entries={top.browsers} {...shared} />
        <TopList dimension="os" entries={top.systems} {...shared} />
        <TopList dimension="device" entries={top.devices} {...shared} />
        <TopList dimension="language" entries={top.languages} {...shared} />
        {view.robots && <TopList dimension="robot" entries={top.robots} {...shared} />}
      </SimpleGrid>
      <UtmTable utm={top.utm} view={view} />
    </Stack>
  );
}
