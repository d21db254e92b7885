import { useFormatter, useTranslations } from "next-intl";
import type { ClickReport } from "@/lib/clicks/report";
import classes from "./clicks-chart.module.css";

const labels = 6;

/** Clicks a day, and those of the period before as a dashed line. Drawn on the server: it costs a browser no script. */
export function ClicksChart({ days }: { days: ClickReport["days"] }) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  const top = roundUp(Math.max(...days.flatMap(({ clicks, before }) => [clicks, before])));
  const total = days.reduce((sum, { clicks }) => sum + clicks, 0);
  const points = (values: number[]) =>
    values.map((value, index) => `${middle(index, values.length)},${100 - (value / top) * 100}`).join(" ");
  const line = points(days.map(({ clicks }) => clicks));
  const dayName = (day: string) => format.dateTime(new Date(day), { month: "short", day: "numeric" });
  const step = Math.ceil(days.length / labels);

  return (
    <figure className={classes.chart} aria-label={t("chart", { clicks: total, days: days.length })}>
      <div className={classes.scale} aria-hidden>
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{format.number(value, { notation: "compact" })}</span>
        ))}
      </div>
      <div className={classes.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className={classes.grid} d="M0 0H100M0 50H100M0 100H100" />
          <polygon
            className={classes.area}
            points={`${middle(0, days.length)},100 ${line} ${middle(days.length - 1, days.length)},100`}
          />
          <polyline className={classes.before} points={points(days.map(({ before }) => before))} />
          <polyline className={classes.line} points={line} />
        </svg>
        <ol className={classes.days}>
          {days.map(({ day, clicks, before }, index) => (
            <li key={day} className={index > days.length / 2 ? classes.left : undefined}>
              <span className={classes.tip}>
                <b>{dayName(day)}</b>
                <span>{t("onDay", { clicks })}</span>
                <small>{t("onDayBefore", { clicks: before })}</small>
              </span>
            </li>
          ))}
        </ol>
      </div>
      <div className={classes.names} aria-hidden>
        {days.map(
          ({ day }, index) =>
            index % step === 0 && (
              <span key={day} style={{ left: `${middle(index, days.length)}%` }}>
                {dayName(day)}
              </span>
            ),
        )}
      </div>
    </figure>
  );
}

/** Where a day's column has its middle, in percent. */
const middle = (index: number, count: number) => ((index + 0.5) / count) * 100;

/** The next round number, of which half is whole too. */
function roundUp(value: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))));
  return [2, 4, 6, 10, 20].map((factor) => factor * size).find((round) => round >= value) ?? value;
}
