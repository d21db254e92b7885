import { useFormatter, useTranslations } from "next-intl";
import classes from "./click-count.module.css";

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
