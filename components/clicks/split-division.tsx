import { useFormatter, useTranslations } from "next-intl";
import { SIGNIFICANT } from "@/lib/clicks/statistics/significance";
import type { SplitResult } from "@/lib/resources/links/statistics/split-results";
import { LEAST_SHOWN } from "./significant";
import { SplitFigures } from "./split-figures";

/** How the visitors of one rule were divided, and whether that differs from its weights by more than chance. */
export function SplitDivision({ result: { shares, test, visitors, finish } }: { result: SplitResult }) {
  const t = useTranslations("clicks.split");
  const format = useFormatter();
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const verdict = () => {
    if (finish?.result?.outcome === "winner") return t("won");
    if (test === null) return t("few");
    const isSmall = test.p < LEAST_SHOWN;
    const chance = isSmall ? t("seldom") : percent(test.p);
    return t(test.p < SIGNIFICANT ? "differs" : "fits", { chance });
  };
  const ranked = shares.map((share, index) => ({ ...share, number: index + 1 }));
  const destinations = ranked
    .sort((one, other) => other.visitors - one.visitors)
    .map(({ visitors: count, share, from, to, wanted, ...named }) => ({
      ...named,
      figures: [
        format.number(count),
        <>
          {visitors > 0 ? percent(share) : "–"}
          {visitors > 0 && <small>{t("range", { from: percent(from), to: percent(to) })}</small>}
        </>,
        percent(wanted),
      ],
    }));
  return (
    <SplitFigures headings={[t("visitors"), t("share"), t("weight")]} destinations={destinations} verdict={verdict()}>
      {test &&
        t("test", {
          statistic: format.number(test.statistic, { maximumFractionDigits: 2 }),
          degrees: test.degrees,
          p: test.p < LEAST_SHOWN ? t("below") : `= ${format.number(test.p, { maximumFractionDigits: 3 })}`,
        })}{" "}
      {t("method")}
    </SplitFigures>
  );
}
