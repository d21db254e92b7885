import { Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Fold } from "@/components/ui/fold";
import type { SplitConversions as Conversions } from "@/lib/resources/links/statistics/split-conversions";
import type { SplitResult } from "@/lib/resources/links/statistics/split-results";
import { SplitConversions } from "./split-conversions";
import { SplitDivision } from "./split-division";
import classes from "./top-list.module.css";

/**
 * The result of one split in one table, the leader first: by conversions if there are any, otherwise by visitors. The
 * other table is folded.
 */
export function SplitTable({ result, conversions }: { result: SplitResult; conversions?: Conversions }) {
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
