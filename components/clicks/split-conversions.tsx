import { Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { SplitConversions as Conversions } from "@/lib/visits/split-conversions";
import { LEAST_TOLD, SIGNIFICANT } from "./significant";
import classes from "./top-list.module.css";

/** What the visitors of one split have done at each destination, and whether that differs by more than chance. */
export function SplitConversions({ result: { shares, test } }: { result: Conversions }) {
  const t = useTranslations("clicks.conversions");
  const split = useTranslations("clicks.split");
  const format = useFormatter();
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const verdict = () => {
    if (test === null) return t("few");
    const chance = test.p < LEAST_TOLD ? split("seldom") : percent(test.p);
    const best = shares.reduce((best, { rate }, index) => (rate > (shares[best]?.rate ?? 0) ? index : best), 0);
    return test.p < SIGNIFICANT ? t("differs", { best: best + 1, chance }) : t("fits", { chance });
  };
  return (
    <>
      <Title order={4} size="h6" mt="md">
        {t("title")}
      </Title>
      <table className={`${classes.table} ${classes.figures}`}>
        <thead>
          <tr>
            <th scope="col">{split("destination")}</th>
            <th scope="col">{split("visitors")}</th>
            <th scope="col">{t("title")}</th>
            <th scope="col">{t("rate")}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ variant, destination, visitors, conversions, rate, from, to }, index) => (
            <tr key={variant}>
              <th scope="row">{`${index + 1}: ${withoutScheme(destination)}`}</th>
              <td>{format.number(visitors)}</td>
              <td>{format.number(conversions)}</td>
              <td>
                {visitors > 0 ? percent(rate) : "–"}
                {visitors > 0 && <small>{split("range", { from: percent(from), to: percent(to) })}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" fw={600} mt="sm">
        {verdict()}
      </Text>
      <Text size="xs" c="dimmed">
        {test &&
          t("test", {
            statistic: format.number(test.statistic, { maximumFractionDigits: 2 }),
            degrees: test.degrees,
            p: test.p < LEAST_TOLD ? split("below") : `= ${format.number(test.p, { maximumFractionDigits: 3 })}`,
          })}{" "}
        {t("method")}
      </Text>
    </>
  );
}
