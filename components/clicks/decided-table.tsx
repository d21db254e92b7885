import { Code, Group, Paper, Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Fold } from "@/components/ui/fold";
import type { ActionResult } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { NamedVariant } from "@/lib/resources/links/statistics/named-variants";
import type { SplitOutcome } from "@/lib/resources/links/statistics/split-conversions";
import { type ClicksView, narrowedQuery } from "./clicks-view";
import { NarrowLink } from "./narrow-link";
import type { SplitActions } from "./send-everyone";
import { SplitTable } from "./split-table";
import classes from "./top-list.module.css";
import type { VariantNames } from "./variant-names";

interface DecidedTableProps {
  view: ClicksView;
  variants: NamedVariant[];
  names: VariantNames;
  splits?: SplitOutcome[];
  /** splits the visitors of a rule again after its test has ended */
  restart: (rule: string) => () => Promise<ActionResult<null>>;
  splitActions: SplitActions;
  shortUrl: string;
  /** all clicks of the period, including those without a recorded rule */
  total: number;
}

/** Clicks and unique visitors by rule. */
export function DecidedTable({
  view,
  variants,
  names,
  splits = [],
  restart,
  splitActions,
  shortUrl,
  total,
}: DecidedTableProps) {
  const t = useTranslations("clicks.decided");
  const of = useTranslations("clicks");
  const format = useFormatter();
  const known = variants.reduce((sum, { clicks }) => sum + clicks, 0);
  const splitShown = splits.length > 0 && view.filters.variant === undefined;
  const byRule = (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t("about")}
      </Text>
      {variants.length === 0 ? (
        <Text size="sm">{t("none")}</Text>
      ) : (
        <table className={`${classes.table} ${classes.figures}`}>
          <thead>
            <tr>
              <th scope="col">{t("variant")}</th>
              <th scope="col">{t("share")}</th>
              <th scope="col">{of("clicks", { of: "clicks" })}</th>
              <th scope="col">{t("visitors")}</th>
            </tr>
          </thead>
          <tbody>
            {variants.map(({ value, destination, clicks, visitors }) => (
              <tr key={value}>
                <td>
                  <NarrowLink href={narrowedQuery(view, "variant", view.filters.variant === value ? undefined : value)}>
                    {names[value]}
                  </NarrowLink>
                  {destination !== null && <small>{withoutScheme(destination)}</small>}
                </td>
                <td>{format.number(known > 0 ? clicks / known : 0, { style: "percent", maximumFractionDigits: 1 })}</td>
                <td>{format.number(clicks)}</td>
                <td>{format.number(visitors)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {total > known && (
        <Text size="sm" c="dimmed" mt="sm">
          {t("unknown", { count: total - known })}
        </Text>
      )}
    </>
  );
  const results = (
    <>
      {splits.map((split) => (
        <SplitTable
          key={split.rule}
          outcome={split}
          isOnly={splits.length === 1}
          restart={restart(split.rule)}
          actions={splitActions}
        />
      ))}
      <CountConversions shortUrl={shortUrl} counted={splits.some(({ conversions }) => conversions.conversions > 0)} />
    </>
  );
  return (
    <Paper component="section" className={classes.list} aria-labelledby="decided" mt="md" mb="md">
      <Title order={2} size="h3" id="decided">
        {t(splitShown ? "splitTitle" : "title")}
      </Title>
      {splitShown && results}
      {splitShown ? <Fold title={t("byRule")}>{byRule}</Fold> : byRule}
    </Paper>
  );
}

/** Explains how the destination's site reports conversions. */
function CountConversions({ shortUrl, counted }: { shortUrl: string; counted: boolean }) {
  const t = useTranslations("clicks.conversions");
  const snippet = `<img src="${shortUrl}+done" alt="" width="1" height="1">`;
  return (
    <Fold title={t("how.title")} open={!counted}>
      <Text size="sm" c="dimmed" my="xs">
        {t("how.text")}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code className={classes.snippet}>{snippet}</Code>
        <CopyButton value={snippet} label={t("how.copy")} small />
      </Group>
    </Fold>
  );
}
