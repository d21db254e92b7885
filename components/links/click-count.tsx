import { useFormatter, useTranslations } from "next-intl";
import classes from "./click-count.module.css";

interface ClickCountProps {
  /** all of them */
  clicks: number;
  /** those that were brought along from elsewhere */
  imported: number;
}

/** How often a link was clicked, and how much of that was counted here. */
export function ClickCount({ clicks, imported }: ClickCountProps) {
  const t = useTranslations("links");
  const format = useFormatter();
  return (
    <>
      {format.number(clicks)}
      {imported > 0 && (
        <small className={classes.parts}>{t("clickCount", { imported, here: clicks - imported })}</small>
      )}
    </>
  );
}
