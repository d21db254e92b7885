import { useFormatter, useTranslations } from "next-intl";
import type { ClickReport } from "@/lib/clicks/statistics/report";
import { daysInPeriod, type Period, periodBefore } from "@/lib/clicks/store/period";
import { withOffset } from "@/lib/contract/local-time";
import type { ClicksView } from "./clicks-view";

/** Names the compared period: `Tue, Nov 17`, `previous 30 days`. */
export function useComparedName({ period }: Pick<ClicksView, "period">) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  return (compared: Period): string => {
    const sameYear = compared.from.slice(0, 4) === period.to.slice(0, 4);
    // Calendar days have no time zone, so they are formatted as UTC.
    const date = (day: string, weekday?: "short") =>
      format.dateTime(new Date(day), {
        ...{ weekday, month: "short", day: "numeric", timeZone: "UTC" },
        ...(!sameYear && { year: "numeric" }),
      });
    const days = daysInPeriod(compared);
    if (days === 1) return date(compared.from, "short");
    if (compared.from === periodBefore(period).from) return t("daysBefore", { days });
    return t("between", { from: date(compared.from), to: date(compared.to) });
  };
}

/** The note below a figure: the compared period and its number. */
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
      time: withOffset(
        format.dateTime(comparedUntil, { timeZone: view.zone, timeStyle: "short" }),
        comparedUntil,
        view.zone,
      ),
    });
  };
}
