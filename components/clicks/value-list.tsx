import { Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import { clickNounBySubject } from "@/lib/clicks/statistics/click-nouns";
import type { ClickReport } from "@/lib/clicks/statistics/report";
import type { TopEntry } from "@/lib/clicks/store/click-store";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import { type ClicksView, clicksQuery } from "./clicks-view";
import { DownloadButton } from "./download-button";
import { ListSearch } from "./list-search";
import { NarrowLink } from "./narrow-link";
import { TopEntries } from "./top-list";
import classes from "./top-list.module.css";
import type { NameOf } from "./value-names";

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
export function ValueList({ view, of, dimension, entries, total, nameOf }: ValueListProps) {
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
