import { Group } from "@mantine/core";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { clickNounBySubject } from "@/lib/clicks/statistics/click-nouns";
import type { ClickReport } from "@/lib/clicks/statistics/report";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import { placesIn } from "@/lib/contract/places";
import { isRunning } from "./clicks-chart";
import { type ClicksView, clicksQuery } from "./clicks-view";
import { useComparedName } from "./compared-name";
import { DownloadButton } from "./download-button";
import { useMomentName } from "./moment-name";
import { useValueNames } from "./value-names";

/** The name of what was clicked, and its address if it has one. */
export interface ClickedItem {
  name: string;
  address?: string;
}

interface ClicksDownloadsProps {
  view: ClicksView;
  report: ClickReport;
  clicked: ClickedItem;
}

/** Downloads of the current view. */
export function ClicksDownloads({ view, report, clicked }: ClicksDownloadsProps) {
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
