import { useFormatter, useTranslations } from "next-intl";
import type { ReportQuery } from "@/lib/clicks/statistics/report";
import { daysInPeriod } from "@/lib/clicks/store/period";
import { withOffset } from "@/lib/contract/local-time";

/** The name of the hour, day or week that begins at a moment. */
export function useMomentName({ grain, zone: timeZone, period }: Pick<ReportQuery, "grain" | "zone" | "period">) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  return (at: number, style: "short" | "exact"): string => {
    const day = format.dateTime(at, { timeZone, month: "short", day: "numeric" });
    if (grain === "day") return day;
    if (grain === "week") return style === "short" ? day : t("weekOf", { day });
    const hour = withOffset(format.dateTime(at, { timeZone, hour: "numeric" }), at, timeZone);
    if (style === "exact") return `${day}, ${hour}`;
    return daysInPeriod(period) === 1 ? hour : day;
  };
}
