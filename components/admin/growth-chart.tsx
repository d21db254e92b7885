import { VisuallyHidden } from "@mantine/core";
import { useFormatter } from "next-intl";
import classes from "./growth-chart.module.css";

interface GrowthChartProps {
  /** What is counted, as a title. */
  name: string;
  /** The total in words, such as "12 links". */
  total: string;
  days: { day: string; count: number }[];
  /** Labels bars by time of day instead of date. */
  hours?: true;
  /** Formats values that are not counts, such as bytes. */
  write?: (count: number) => string;
}

/** A bar chart with one bar per day or hour, rendered on the server. */
export function GrowthChart({ name, total, days, hours, write }: GrowthChartProps) {
  const format = useFormatter();
  const written = write ?? ((count: number) => format.number(count));
  const most = Math.max(write ? 0 : 1, ...days.map(({ count }) => count));
  const called = (day: string) =>
    format.dateTime(
      Date.parse(day),
      hours
        ? { timeZone: "UTC", hour: "2-digit", minute: "2-digit" }
        : { timeZone: "UTC", month: "short", day: "numeric" },
    );
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.chart} aria-label={`${name}: ${total}`}>
      <figcaption className={classes.head}>
        <span className={classes.name}>{name}</span>
        <span>{total}</span>
      </figcaption>
      <ol className={classes.days}>
        {days.map(({ day, count }) => (
          <li key={day} title={`${called(day)}: ${written(count)}`}>
            <span className={classes.bar} style={{ height: `${most === 0 ? 0 : (count / most) * 100}%` }} />
            <VisuallyHidden>{`${called(day)}: ${written(count)}`}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <div className={classes.scale} aria-hidden>
        <span>{first && called(first.day)}</span>
        <span>{last && called(last.day)}</span>
      </div>
    </figure>
  );
}
