import { useTranslations } from "next-intl";
import type { FilterDimension } from "@/lib/clicks/store/selection";
import { type ClicksView, clicksQuery } from "./clicks-view";
import { NarrowLink } from "./narrow-link";
import classes from "./top-list.module.css";

interface WholeLinkProps {
  view: ClicksView;
  dimension: FilterDimension;
  /** how many values are listed */
  listed: number;
}

/** Switches a list between the top 10 and all values. */
export function WholeLink({ view, dimension, listed }: WholeLinkProps) {
  const t = useTranslations("clicks");
  const isWhole = view.whole === dimension;
  if (!isWhole && listed < 10) return null;
  return (
    <NarrowLink href={clicksQuery({ ...view, whole: isWhole ? undefined : dimension })} className={classes.whole}>
      {t(isWhole ? "fewer" : "all")}
    </NarrowLink>
  );
}
