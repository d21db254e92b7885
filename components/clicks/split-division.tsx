import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Fold } from "@/components/ui/fold";
import { SIGNIFICANT } from "@/lib/clicks/statistics/significance";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { SplitResult } from "@/lib/visits/split-results";
import { LEAST_TOLD } from "./significant";
import classes from "./top-list.module.css";

/** How the visitors of one rule were divided, and whether that differs from its weights by more than chance. */
export function SplitDivision({ result: { shares, test, visitors } }: { result: SplitResult }) {
  const t = useTranslations("clicks.split");
  const format = useFormatter();
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const verdict = () => {
    if (test === null) return t("few");
    const isSmall = test.p < LEAST_TOLD;
    const chance = isSmall ? t("seldom") : percent(test.p);
    return t(test.p < SIGNIFICANT ? "differs" : "fits", { chance });
  };
  const ranked = shares.map((share, index) => ({ ...share, number: index + 1 }));
  return (
    <>
      <table className={`${classes.table} ${classes.figures}`}>
        <thead>
          <tr>
            <th scope="col">{t("destination")}</th>
            <th scope="col">{t("visitors")}</th>
            <th scope="col">{t("share")}</th>
            <th scope="col">{t("weight")}</th>
          </tr>
        </thead>
        <tbody>
          {ranked
            .sort((one, other) => other.visitors - one.visitors)
            .map(({ variant, number, destination, visitors: count, share, from, to, wanted }) => (
              <tr key={variant}>
                <th scope="row">{`${number}: ${withoutScheme(destination)}`}</th>
                <td>{format.number(count)}</td>
                <td>
                  {visitors > 0 ? percent(share) : "–"}
                  {visitors > 0 && <small>{t("range", { from: percent(from), to: percent(to) })}</small>}
                </td>
                <td>{percent(wanted)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <Text size="sm" fw={600} mt="sm">
        {verdict()}
      </Text>
      <Fold title={t("calculated")}>
        {test &&
          t("test", {
            statistic: format.number(test.statistic, { maximumFractionDigits: 2 }),
            degrees: test.degrees,
            p: test.p < LEAST_TOLD ? t("below") : `= ${format.number(test.p, { maximumFractionDigits: 3 })}`,
          })}{" "}
        {t("method")}
      </Fold>
    </>
  );
}
