import { Alert, Code, Group, Paper, Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { SIGNIFICANT } from "@/lib/clicks/statistics/significance";
import type { ActionResult } from "@/lib/contract/action-result";
import { presentMoney } from "@/lib/contract/money";
import { withoutScheme } from "@/lib/contract/readable-url";
import { weights } from "@/lib/contract/theme";
import { parseTimestamp } from "@/lib/contract/timestamp";
import type { SplitFinish } from "@/lib/resources/links/split-finish";
import type { NamedVariant } from "@/lib/resources/links/statistics/named-variants";
import type { SplitOutcome } from "@/lib/resources/links/statistics/split-conversions";
import { type ClicksView, narrowedQuery } from "./clicks-view";
import { NarrowLink } from "./narrow-link";
import { RestartSplit, SendEveryone, type SplitActions } from "./split-buttons";
import classes from "./top-list.module.css";
import { useDecisionWords, type VariantNames } from "./value-names";

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
        <Text>{t("none")}</Text>
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

/** Smaller probabilities are shown as “less than” this one. */
const LEAST_SHOWN = 0.001;

interface SplitTableProps {
  outcome: SplitOutcome;
  /** whether the link has no other split, so that it needs no name */
  isOnly: boolean;
  /** splits visitors again after the test has ended */
  restart: () => Promise<ActionResult<null>>;
  actions: SplitActions;
}

/** The figures of one split since its beginning, the best destination first, and which one is better. */
function SplitTable({ outcome, isOnly, restart, actions }: SplitTableProps) {
  const t = useTranslations("clicks.split");
  const conversionWords = useTranslations("clicks.conversions");
  const format = useFormatter();
  const verdict = useVerdict(outcome);
  const { position, finish, shares, conversions, test } = outcome;
  const isConverted = conversions.conversions > 0;
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const title = position === null ? t("others") : t("rule", { position });
  const since = finish?.since && parseTimestamp(finish.since);
  const best = conversions.gain !== null && finish === null ? conversions.comparison?.best : undefined;
  const ranked = shares
    .map((share, index) => ({ ...share, number: index + 1, converted: conversions.shares[index] }))
    .sort((a, b) => (b.converted?.rate ?? 0) - (a.converted?.rate ?? 0) || b.visitors - a.visitors);
  const probability = (p: number) =>
    p < LEAST_SHOWN ? t("below") : `= ${format.number(p, { maximumFractionDigits: 3 })}`;
  return (
    <section aria-label={isOnly ? undefined : title} className={classes.split}>
      {!isOnly && (
        <Title order={3} size="h5">
          {title}
        </Title>
      )}
      {finish && <SplitEnd finish={finish} restart={restart} />}
      <Text fw={weights.bold} mt="xs">
        {verdict}
      </Text>
      {best !== undefined && conversions.gain && (
        <SendEveryone
          number={best + 1}
          gain={conversions.gain}
          send={actions.send.bind(null, outcome.rule, shares[best]?.destination ?? "")}
          putBack={actions.putBack}
        />
      )}
      <Text size="sm" c="dimmed" my="xs">
        {since ? t("periodSince", { date: format.dateTime(since, { dateStyle: "medium" }) }) : t("period")}
      </Text>
      <table className={`${classes.table} ${classes.figures}`}>
        <thead>
          <tr>
            <th scope="col">{t("destination")}</th>
            <th scope="col">{t("visitors")}</th>
            {isConverted && (
              <>
                <th scope="col">{conversionWords("converted")}</th>
                <th scope="col">{conversionWords("ratePerVisitor")}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {ranked.map(({ variant, number, destination, visitors, share, wanted, converted }) => (
            <tr key={variant}>
              <th scope="row">{`${number}: ${withoutScheme(destination)}`}</th>
              <td>
                {format.number(visitors)}
                <small>
                  {t("shareOf", { share: outcome.visitors > 0 ? percent(share) : "–", weight: percent(wanted) })}
                </small>
              </td>
              {isConverted && converted && (
                <>
                  <td>
                    {format.number(converted.conversions)}
                    {converted.revenue.length > 0 && (
                      <small>
                        {conversionWords("revenue", {
                          amounts: format.list(
                            converted.revenue.map(({ currency, amount }) =>
                              format.number(...presentMoney(amount, currency)),
                            ),
                          ),
                        })}
                      </small>
                    )}
                  </td>
                  <td>
                    {visitors > 0 ? percent(converted.rate) : "–"}
                    {visitors > 0 && (
                      <small>{t("range", { from: percent(converted.from), to: percent(converted.to) })}</small>
                    )}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Fold title={t("calculated")}>
        {isConverted && (
          <Text>
            {conversions.comparison &&
              conversionWords("test", {
                pairs: conversions.comparison.pairs,
                p: probability(conversions.comparison.p),
              })}{" "}
            {conversionWords("looks")}
          </Text>
        )}
        <Text>
          {test &&
            t("test", {
              statistic: format.number(test.statistic, { maximumFractionDigits: 2 }),
              degrees: test.degrees,
              p: probability(test.p),
            })}{" "}
          {t("method")}
        </Text>
      </Fold>
    </section>
  );
}

/** One sentence: which destination is better, or, without conversions, whether the visitors match the weights. */
function useVerdict({ conversions, shares, test, finish }: SplitOutcome): string {
  const t = useTranslations("clicks.split");
  const conversionWords = useTranslations("clicks.conversions");
  const format = useFormatter();
  const chanceOf = (p: number) =>
    p < LEAST_SHOWN ? t("seldom") : format.number(p, { style: "percent", maximumFractionDigits: 1 });
  if (finish?.result?.outcome === "winner") return t("won");
  const { comparison } = conversions;
  if (conversions.conversions === 0 || comparison === null) {
    if (test === null) return t("few");
    return t(test.p < SIGNIFICANT ? "differs" : "fits", { chance: chanceOf(test.p) });
  }
  const { best, beats, p } = comparison;
  const chance = chanceOf(p);
  if (beats.length === shares.length - 1)
    return conversionWords("bestOfAll", { best: best + 1, others: beats.length, chance });
  const others = format.list(beats.map((other) => format.number(other + 1)));
  if (beats.length > 0) return conversionWords("bestOfSome", { best: best + 1, count: beats.length, others, chance });
  return conversions.test === null ? conversionWords("few") : conversionWords("fits", { chance });
}

/** Shows how a split test ends automatically or has ended, with a button that restarts it. */
function SplitEnd({ finish, restart }: { finish: SplitFinish; restart: () => Promise<ActionResult<null>> }) {
  const words = useDecisionWords();
  return (
    <Alert variant="light" color={finish.result?.outcome === "winner" ? "green" : "blue"} my="sm">
      {words(finish)}
      {finish.result && <RestartSplit restart={restart} won={finish.result.outcome === "winner"} />}
    </Alert>
  );
}

interface FoldProps {
  title: string;
  /** whether it is open at first */
  open?: boolean;
  children: React.ReactNode;
}

/** Details that open on a click, also without scripts. */
const Fold = ({ title, open, children }: FoldProps) => (
  <details className={classes.fold} open={open}>
    <summary>{title}</summary>
    {children}
  </details>
);
