import { useFormatter, useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { dayIn } from "@/lib/clicks/statistics/calendar";
import type { Counted } from "@/lib/clicks/statistics/click-nouns";
import type { ClickReport, ReportQuery } from "@/lib/clicks/statistics/report";
import { daysInPeriod } from "@/lib/clicks/store/period";
import { withOffset } from "@/lib/contract/local-time";
import type { LinkEdit } from "@/lib/resources/links/history/service";
import classes from "./clicks-chart.module.css";
import type { ClicksView } from "./clicks-view";
import { gridValues } from "./scale";

/** Something that happened at a moment (ms since 1970) and may explain what a chart shows. */
export interface Mark {
  at: number;
  text: string;
}

const MOST_NAMED = 3;

/** Describes edits of a link. */
export async function describeMarks(edits: LinkEdit[]): Promise<Mark[]> {
  const t = await getTranslations();
  const format = await getFormatter();
  return edits.map(({ at, fields }) => {
    const named = fields.slice(0, MOST_NAMED).map((field) => t(`links.history.fields.${field}`));
    const more = fields.length > MOST_NAMED ? ["…"] : [];
    return { at, text: t("clicks.edited", { fields: format.list([...named, ...more], { type: "unit" }) }) };
  });
}

const labels = 6;

interface ClicksChartProps {
  /** the word for the clicks */
  of: Counted;
  points: ClickReport["points"];
  view: ClicksView;
  marks?: Mark[];
}

/**
 * Clicks per hour, day or week. The compared period is a thin line, and what is not over is dotted. Drawn on the server,
 * so that the browser needs no script.
 */
export function ClicksChart({ of, points, view, marks = [] }: ClicksChartProps) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  const momentName = useMomentName(view);
  const values = gridValues(Math.max(...points.flatMap(({ clicks, before }) => [clicks, before ?? 0])));
  const [top = 1] = values;
  const total = points.reduce((sum, { clicks }) => sum + clicks, 0);
  const line = (values: number[], from = 0) =>
    values.map((value, index) => `${middle(from + index, points.length)},${100 - (value / top) * 100}`).join(" ");
  // Future points are left out: they are not zero.
  const past = points.filter(({ at }) => at <= Date.now());
  const running = isRunning(view) ? past.length - 1 : -1;
  const over = running < 0 ? past : past.slice(0, running);
  const clicks = line(over.map((point) => point.clicks));
  // The compared period may have fewer points, for example when today is not over.
  const before = points.flatMap((point) => point.before ?? []);
  const step = Math.ceil(points.length / labels);
  const marksAt = (index: number) => {
    const from = points[index]?.at ?? 0;
    const to = points[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return marks.filter(({ at }) => at >= from && at < to);
  };

  return (
    <figure className={classes.chart} aria-label={t("chart", { amount: t("onDay", { of, clicks: total }) })}>
      <div className={classes.scale} aria-hidden>
        {values.map((value) => (
          <span key={value}>{format.number(value, { notation: "compact" })}</span>
        ))}
      </div>
      <div className={classes.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id="clicks-area" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" className={classes.start} />
            <stop offset="1" className={classes.end} />
          </linearGradient>
          <path className={classes.grid} d={values.map((value) => `M0 ${100 - (value / top) * 100}H100`).join("")} />
          <polygon
            className={classes.area}
            points={`${middle(0, points.length)},100 ${clicks} ${middle(over.length - 1, points.length)},100`}
          />
          <polyline className={classes.before} points={line(before)} />
          <polyline className={classes.line} points={clicks} />
          {running >= 0 && (
            <>
              <polyline
                className={classes.running}
                points={line(
                  past.slice(Math.max(0, running - 1)).map((point) => point.clicks),
                  Math.max(0, running - 1),
                )}
              />
              <path className={classes.now} d={`M${line([past[running]?.clicks ?? 0], running)}h0`} />
            </>
          )}
        </svg>
        <ol className={classes.days}>
          {points.map(({ at, clicks, before }, index) => (
            <li
              key={at}
              className={index > points.length / 2 ? classes.left : undefined}
              data-marked={marksAt(index).length > 0 || undefined}
            >
              <span className={classes.tip}>
                <b>{momentName(at, "exact")}</b>
                <span>{t(index === running ? "onDaySoFar" : "onDay", { of, clicks })}</span>
                {before !== null && <small>{t("onDayBefore", { clicks: before })}</small>}
                {marksAt(index).map((mark) => (
                  <small key={mark.at} className={classes.mark}>
                    {mark.text}
                  </small>
                ))}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <div className={classes.names} aria-hidden>
        {points.map(
          ({ at }, index) =>
            index % step === 0 && (
              <span key={at} style={{ left: `${middle(index, points.length)}%` }}>
                {momentName(at, "short")}
              </span>
            ),
        )}
      </div>
    </figure>
  );
}

/** Whether the last past hour, day or week of a view is not over yet, so that its clicks are only those so far. */
export const isRunning = ({ period, zone }: Pick<ClicksView, "period" | "zone">) =>
  period.to >= dayIn(zone, Date.now());

/** The center of a point on the time axis, in percent. */
const middle = (index: number, count: number) => ((index + 0.5) / count) * 100;

/** The name of the hour, day or week that begins at a moment. */
export function useMomentName({ grain, zone: timeZone, period }: Pick<ReportQuery, "grain" | "zone" | "period">) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  return (at: number, style: "short" | "exact"): string => {
    const day = format.dateTime(at, { timeZone, month: "short", day: "numeric" });
    if (grain === "day") return day;
    if (grain === "week") return style === "short" ? day : t("weekOf", { day });
    const hour = withOffset(format.dateTime(at, { timeZone, hour: "numeric" }), at, timeZone);
    if (style === "exact") return `${day}, ${hour}`;
    return daysInPeriod(period) === 1 ? hour : day;
  };
}
