import type { TopEntry } from "@/lib/clicks/store/click-store";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import { localText, withOffset } from "@/lib/contract/local-time";
import { utmFields } from "@/lib/contract/utm";
import type { Grain } from "./calendar";
import { clickNounBySubject } from "./click-nouns";
import type { ConversionFigures } from "./conversion-figures";
import type { ClickReport, ReportQuery } from "./report";

type Row = [kind: string, value: string, clicks: number, before: number | null];

/** Yields the contents of a report as rows of one table. `names` contains the names of variants. Revenue is in minor units. */
export async function* reportTable(
  report: ClickReport,
  { grain, zone }: ReportQuery,
  names = new Map<string, string>(),
  conversions: ConversionFigures | null = null,
): AsyncGenerator<Row> {
  const { points, top } = report;
  yield ["total", clickNounBySubject[report.of.subject], report.clicks, report.clicksBefore];
  yield ["total", "unique visitors", report.uniqueClicks, report.uniqueClicksBefore];
  yield ["total", "robots", report.robots, null];
  if (report.locked > 0) yield ["total", "beyond the plan's limit, in totals alone", report.locked, null];
  for (const { at, clicks, before } of points) yield [grain, nameOf(at, grain, zone), clicks, before];
  yield* rows("country", top.countries);
  yield* rows("region", top.regions);
  yield* rows("city", top.cities);
  yield* rows("source", top.sources);
  yield* rows("referrer", top.referrers);
  yield* rows("browser", top.browsers);
  yield* rows("system", top.systems);
  yield* rows("device", top.devices);
  yield* rows("language", top.languages);
  for (const field of utmFields) yield* rows(`utm_${field}`, top.utm[field]);
  yield* rows("class", top.classes);
  yield* rows("robot", top.robots);
  for (const { value, clicks, visitors } of top.variants) {
    const name = names.get(value) ?? value;
    yield ["variant", name, clicks, null];
    yield ["variant, unique visitors", name, visitors, null];
  }
  if (!conversions) return;
  yield ["total", "conversions", conversions.count, null];
  for (const { event, count } of conversions.events) yield ["conversion event", event, count, null];
  for (const { currency, amount } of conversions.revenue) yield ["revenue, minor units", currency, amount, null];
}

/** Returns the day on which an interval begins, for hours with the time, and the offset of an hour that clocks repeat. */
function nameOf(at: number, grain: Grain, zone: string): string {
  const [day = "", time = ""] = localText(at, zone).split(" ");
  return grain === "hour" ? withOffset(`${day} ${time.slice(0, "HH:MM".length)}`, at, zone) : day;
}

/** Yields the rows of one list. */
export async function* onlyList(table: AsyncIterable<Row>, dimension: FilterDimension): AsyncGenerator<Row> {
  const listed = dimension === "os" ? "system" : dimension;
  for await (const row of table) if (row[0] === listed) yield row;
}

const rows = (kind: string, entries: TopEntry[]) =>
  entries.map(({ value, clicks }): Row => [kind, value, clicks, null]);
