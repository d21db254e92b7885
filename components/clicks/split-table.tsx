import { Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Fold } from "@/components/ui/fold";
import type { ActionResult } from "@/lib/contract/action-result";
import type { SplitConversions as Conversions } from "@/lib/resources/links/statistics/split-conversions";
import type { SplitResult } from "@/lib/resources/links/statistics/split-results";
import { SplitConversions } from "./split-conversions";
import { SplitDivision } from "./split-division";
import { SplitEnd } from "./split-end";
import classes from "./top-list.module.css";

interface SplitTableProps {
  result: SplitResult;
  conversions?: Conversions;
  /** splits visitors again after the test has ended */
  restart: () => Promise<ActionResult<null>>;
}

/**
 * The result of one split in one table, the leader first: by conversions if there are any, otherwise by visitors. The
 * other table is folded.
 */
export function SplitTable({ result, conversions, restart }: SplitTableProps) {
  const t = useTranslations("clicks.split");
  const converted = useTranslations("clicks.conversions");
  const { position } = result;
  const title = position === null ? t("others") : t("rule", { position });
  const division = <SplitDivision result={result} />;
  return (
    <section aria-label={title} className={classes.split}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {result.finish && <SplitEnd finish={result.finish} restart={restart} />}
      {conversions && conversions.conversions > 0 ? (
        <>
          <SplitConversions result={conversions} />
          <Fold title={t("division")}>{division}</Fold>
        </>
      ) : (
        <>
          {division}
          {conversions && (
            <Fold title={converted("title")}>
              <SplitConversions result={conversions} />
            </Fold>
          )}
        </>
      )}
    </section>
  );
}
