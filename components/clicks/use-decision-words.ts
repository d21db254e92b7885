import { useFormatter, useTranslations } from "next-intl";
import { parseTimestamp } from "@/lib/contract/timestamp";
import type { SplitFinish } from "@/lib/resources/links/split-finish";

/** Returns a function that describes how a split test ends automatically or has ended. */
export function useDecisionWords() {
  const t = useTranslations("clicks.finish");
  const format = useFormatter();
  const day = (text: string) => format.dateTime(parseTimestamp(text) ?? new Date(text), { dateStyle: "medium" });

  return ({ days, visitors, since, result }: SplitFinish): string => {
    if (!result) {
      const limits = [...(days ? [t("days", { days })] : []), ...(visitors ? [t("visitors", { visitors })] : [])];
      const limit = limits.length > 0 ? t("limit", { limits: format.list(limits, { type: "disjunction" }) }) : "";
      return `${since ? `${t("running", { date: day(since) })} ` : ""}${t("ends")} ${limit}`.trim();
    }
    const { date, outcome, winner, shares } = result;
    const rates = shares.map((share) =>
      format.number(share.visitors > 0 ? share.conversions / share.visitors : 0, {
        style: "percent",
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }),
    );
    if (winner === null) {
      const figures = format.list(rates.map((rate, index) => t("rate", { number: index + 1, rate })));
      return t(outcome === "days" ? "daysOver" : "visitorsOver", { date: day(date), figures });
    }
    const others = format.list(rates.filter((_, index) => index !== winner));
    return t("won", { winner: winner + 1, date: day(date), rate: rates[winner] ?? "", others });
  };
}
