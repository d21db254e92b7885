import { useFormatter, useTranslations } from "next-intl";
import { lengthOf, type Period, periodBefore } from "@/lib/clicks/period";
import type { ClickReport } from "@/lib/clicks/report";
import type { ClicksView } from "./clicks-view";

/** How people call days that a view is compared with: `Tue, Nov 17`, `the 30 days before`. */
export function useComparedName({ period }: Pick<ClicksView, "period">) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  return (compared: Period): string => {
    const sameYear = compared.from.slice(0, 4) === period.to.slice(0, 4);
    // A day is one wherever it is: it is told as it is written.
    const date = (day: string, weekday?: "short") =>
      format.dateTime(new Date(day), {
        ...{ weekday, month: "short", day: "numeric", timeZone: "UTC" },
        ...(!sameYear && { year: "numeric" }),
      });
    const days = lengthOf(compared);
    if (days === 1) return date(compared.from, "short");
    if (compared.from === periodBefore(period).from) return t("daysBefore", { days });
    return t("between", { from: date(compared.from), to: date(compared.to) });
  };
}

/** What stands under a figure: what it is compared with, and how much that is. */
export function useComparison(view: ClicksView, report: ClickReport) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  const nameOf = useComparedName(view);
  return (before: number | null, beforeToday: number | undefined, none: string): string => {
    if (before === null) return none;
    const { compared, comparedUntil } = report;
    const of = { count: before, name: nameOf(compared) };
    if (beforeToday !== undefined) return t("comparedDays", { ...of, present: beforeToday });
    if (comparedUntil === null) return t("compared", of);
    return t("comparedUntil", {
      ...of,
      time: format.dateTime(comparedUntil, { timeZone: view.zone, timeStyle: "short" }),
    });
  };
}
