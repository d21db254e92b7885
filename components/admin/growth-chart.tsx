import { VisuallyHidden } from "@mantine/core";
import { useFormatter } from "next-intl";
import classes from "./growth-chart.module.css";

interface GrowthChartProps {
  /** what is counted, as a title */
  name: string;
  /** all of it in words: "12 links" */
  total: string;
  days: { day: string; count: number }[];
}

/** A bar for each day, each with its number; drawn on the server. */
export function GrowthChart({ name, total, days }: GrowthChartProps) {
  const format = useFormatter();
  const most = Math.max(1, ...days.map(({ count }) => count));
  const called = (day: string) => format.dateTime(Date.parse(day), { timeZone: "UTC", month: "short", day: "numeric" });
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.chart} aria-label={`${name}: ${total}`}>
      <figcaption className={classes.head}>
        <span className={classes.name}>{name}</span>
        <span>{total}</span>
      </figcaption>
      <ol className={classes.days}>
        {days.map(({ day, count }) => (
          <li key={day} title={`${called(day)}: ${format.number(count)}`}>
            <span className={classes.bar} style={{ height: `${(count / most) * 100}%` }} />
            <VisuallyHidden>{`${called(day)}: ${format.number(count)}`}</VisuallyHidden>
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
