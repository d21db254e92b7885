import { useFormatter, useTranslations } from "next-intl";
import { moneyOf } from "@/lib/contract/money";
import type { SplitConversions as Conversions } from "@/lib/resources/links/statistics/split-conversions";
import { LEAST_SHOWN } from "./significant";
import { SplitFigures } from "./split-figures";

/**
 * The conversions of one split's visitors at each destination, and which destination performs better by more than
 * chance.
 */
export function SplitConversions({ result: { shares, test, comparison } }: { result: Conversions }) {
  const t = useTranslations("clicks.conversions");
  const split = useTranslations("clicks.split");
  const format = useFormatter();
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const amountsOf = (revenue: Conversions["shares"][number]["revenue"]) =>
    format.list(revenue.map(({ currency, amount }) => format.number(...moneyOf(amount, currency))));
  const verdict = () => {
    if (comparison === null) return t("few");
    const { best, beats, p } = comparison;
    const chance = p < LEAST_SHOWN ? split("seldom") : percent(p);
    if (beats.length === shares.length - 1) return t("bestOfAll", { best: best + 1, others: beats.length, chance });
    const named = format.list(beats.map((other) => format.number(other + 1)));
    if (beats.length > 0) return t("bestOfSome", { best: best + 1, count: beats.length, others: named, chance });
    return test === null ? t("few") : t("fits", { chance });
  };
  const ranked = shares.map((share, index) => ({ ...share, number: index + 1 }));
  const destinations = ranked
    .sort((one, other) => other.rate - one.rate || other.visitors - one.visitors)
    .map(({ visitors, conversions, revenue, rate, from, to, ...named }) => ({
      ...named,
      figures: [
        format.number(visitors),
        <>
          {format.number(conversions)}
          {revenue.length > 0 && <small>{t("revenue", { amounts: amountsOf(revenue) })}</small>}
        </>,
        <>
          {visitors > 0 ? percent(rate) : "–"}
          {visitors > 0 && <small>{split("range", { from: percent(from), to: percent(to) })}</small>}
        </>,
      ],
    }));
  return (
    <SplitFigures
      headings={[split("visitors"), t("converted"), t("ratePerVisitor")]}
      destinations={destinations}
      verdict={verdict()}
    >
      {comparison &&
        t("test", {
          pairs: comparison.pairs,
          p:
            comparison.p < LEAST_SHOWN
              ? split("below")
              : `= ${format.number(comparison.p, { maximumFractionDigits: 3 })}`,
        })}{" "}
      {t("looks")} {t("method")}
    </SplitFigures>
  );
}
