import { Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { SIGNIFICANT } from "@/lib/clicks/statistics/significance";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { SplitConversions as Conversions } from "@/lib/visits/split-conversions";
import type { SplitResult } from "@/lib/visits/split-results";
import { LEAST_TOLD } from "./significant";
import { SplitConversions } from "./split-conversions";
import classes from "./top-list.module.css";

/** How the visitors of one rule were divided, and whether that differs from its weights by more than chance. */
export function SplitTable({
  result: { position, shares, test, visitors },
  conversions,
}: {
  result: SplitResult;
  conversions?: Conversions;
}) {
  const t = useTranslations("clicks.split");
  const format = useFormatter();
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const verdict = () => {
    if (test === null) return t("few");
    const isSmall = test.p < LEAST_TOLD;
    const chance = isSmall ? t("seldom") : percent(test.p);
    return t(test.p < SIGNIFICANT ? "differs" : "fits", { chance });
  };
  const title = position === null ? t("others") : t("rule", { position });
  return (
    <section aria-label={title} className={classes.split}>
      <Title order={3} size="h5">
        {title}
      </Title>
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
          {shares.map(({ variant, destination, visitors: count, share, from, to, wanted }, index) => (
            <tr key={variant}>
              <th scope="row">{`${index + 1}: ${withoutScheme(destination)}`}</th>
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
      <Text size="xs" c="dimmed">
        {test &&
          t("test", {
            statistic: format.number(test.statistic, { maximumFractionDigits: 2 }),
            degrees: test.degrees,
            p: test.p < LEAST_TOLD ? t("below") : `= ${format.number(test.p, { maximumFractionDigits: 3 })}`,
          })}{" "}
        {t("method")}
      </Text>
      {conversions && <SplitConversions result={conversions} />}
    </section>
  );
}
