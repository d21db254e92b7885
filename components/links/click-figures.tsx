import { useFormatter, useTranslations } from "next-intl";
import classes from "./click-figures.module.css";

interface ClickCountProps {
  /** total, imported clicks included */
  clicks: number;
  /** imported clicks */
  imported: number;
}

/** Number of clicks of a link, with the imported part, if any. */
export function ClickCount({ clicks, imported }: ClickCountProps) {
  const t = useTranslations("links");
  const format = useFormatter();
  return (
    <span>
      {format.number(clicks)}
      {imported > 0 && (
        <small className={classes.parts}>{t("clickCount", { imported, here: clicks - imported })}</small>
      )}
    </span>
  );
}

const width = 96;
const height = 24;

/** The clicks of the last days (UTC) as a line without a scale, to see whether a link is in use. */
export function Sparkline({ days }: { days: number[] }) {
  const t = useTranslations("links");
  const clicks = days.reduce((sum, day) => sum + day, 0);
  const most = Math.max(...days, 1);
  const points = days.map((day, index) => {
    const x = (index / (days.length - 1)) * width;
    return `${Math.round(x)},${Math.round(height - 2 - (day / most) * (height - 4))}`;
  });
  return (
    <svg
      className={classes.line}
      data-quiet={clicks === 0}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
    >
      <title>{t("lately", { clicks, days: days.length })}</title>
      <polyline points={points.slice(0, -1).join(" ")} />
      {/* Today is not over. */}
      <polyline points={points.slice(-2).join(" ")} className={classes.today} />
    </svg>
  );
}
