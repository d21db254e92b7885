import { useTranslations } from "next-intl";
import { daysInPeriod, shiftDay } from "@/lib/clicks/store/period";
import classes from "./clicks-filter.module.css";
import { type ClicksView, clicksQuery } from "./clicks-view";
import { useComparedName } from "./compared-name";
import { DaysForm } from "./days-form";
import { NarrowLink } from "./narrow-link";

const week = [1, 2, 3, 4, 5, 6, 7];
/** 52 weeks, so that weekdays match. */
const YEAR = 364;

/** Chooses the compared period: for one day, each of the 7 days before; else the previous period; or a custom start. */
export function CompareChoices({ view }: { view: ClicksView }) {
  const t = useTranslations("clicks");
  const nameOf = useComparedName(view);
  const { period, back } = view;
  const days = daysInPeriod(period);
  const earlier = (by: number) => ({ from: shiftDay(period.from, -by), to: shiftDay(period.to, -by) });
  const offered = [...(days === 1 ? week : [days]), ...(days < YEAR ? [YEAR] : [])];
  return (
    <>
      <ul className={classes.compared} aria-label={t("compare.title")}>
        {offered.map((by) => (
          <li key={by} aria-current={(back ?? days) === by || undefined}>
            <NarrowLink href={clicksQuery({ ...view, back: by === days ? undefined : by })}>
              {by === YEAR ? t("compare.year", { name: nameOf(earlier(by)) }) : nameOf(earlier(by))}
            </NarrowLink>
          </li>
        ))}
      </ul>
      <DaysForm
        view={view}
        names={{ vs: t("compare.from") }}
        values={{ vs: earlier(back ?? days).from }}
        without={["back"]}
      />
    </>
  );
}
