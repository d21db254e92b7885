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

const height = 24;
/** a bar of two pixels and the gap before the next one */
const step = 3;

/**
 * The clicks of the last days (UTC) as bars. `most` is the highest day of the whole list, so that its rows compare. The
 * scale is a square root, so that a link with few clicks still shows them.
 */
export function Bars({ days, most }: { days: number[]; most: number }) {
  const t = useTranslations("links");
  const clicks = days.reduce((sum, day) => sum + day, 0);
  const width = days.length * step - 1;
  const heights = days.map((day) => (day === 0 ? 1 : Math.max(2, Math.round(Math.sqrt(day / most) * height))));
  const bars = (from: number, to: number) =>
    heights.slice(from, to).map((bar, index) => `M${(from + index) * step + 1},${height}v${-bar}`);
  return (
    <svg className={classes.bars} viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img">
      <title>{t("lately", { clicks, days: days.length })}</title>
      <path d={bars(0, -1).join("")} />
      {/* Today is not over. */}
      <path d={bars(days.length - 1, days.length).join("")} className={classes.today} />
    </svg>
  );
}
