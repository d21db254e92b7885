import { Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import { countedAs } from "@/lib/clicks/counted-as";
import type { ClickReport } from "@/lib/clicks/report";
import { type ClicksView, clicksQuery } from "./clicks-view";
import { DownloadButton } from "./download-button";
import { useMomentName } from "./moment-name";

/** What the view shows, to take away. */
export function ClicksDownloads({ view, report }: { view: ClicksView; report: ClickReport }) {
  const t = useTranslations("clicks");
  const momentName = useMomentName(view);
  const { subject, id } = report.of;
  const of = countedAs[subject];
  const name = `${of}-${view.period.from}-${view.period.to}`;
  return (
    <Group gap="xs">
      <DownloadButton
        label={t("picture")}
        fileName={`${name}.png`}
        title={t(`per.${view.grain}`, { of })}
        points={report.points.map(({ at, clicks, before }) => ({
          name: momentName(at, "short"),
          // What is yet to come is not zero.
          clicks: at <= Date.now() ? clicks : null,
          before,
        }))}
      />
      <DownloadButton
        label={t("table")}
        fileName={`${name}.csv`}
        href={`/dashboard/clicks/${subject}/${id}${clicksQuery(view)}`}
      />
    </Group>
  );
}
