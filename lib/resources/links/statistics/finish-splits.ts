import type { Link } from "@/generated/prisma/client";
import { statisticsOf } from "@/lib/clicks/statistics/stats";
import { chooseWinner } from "@/lib/clicks/statistics/winner";
import { formatTimestamp, parseTimestamp } from "@/lib/contract/timestamp";
import { statement, transaction } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { chooseRuleField, type LinkRule } from "@/lib/resources/links/rule-fields";
import type { Share } from "@/lib/resources/links/rules";
import { invalidateLink } from "@/lib/resources/links/service";
import type { SplitDecision, SplitFinish } from "@/lib/resources/links/split-finish";
import { readRules } from "@/lib/resources/links/stored";
import { readSplitConversions } from "./split-conversions";
import { splitResults } from "./split-results";

type Running = Pick<Link, "id" | "userId" | "domainId" | "aliasFolded" | "rules" | "deepLink">;

const BATCH = 100;
const DAY_MS = 24 * 60 * 60_000;

/** Ends the split tests that have a winner or have reached their limit (docs/decisions/split-winners.md). */
export async function finishSplits(now = new Date()): Promise<void> {
  for (let after = 0; ; ) {
    const links = await runningAfter(after);
    for (const link of links)
      await finishSplitsOf(link, now).catch((error) =>
        log.warn({ link: link.id, error: String(error) }, "a split test could not be checked; it is checked next time"),
      );
    if (links.length < BATCH) return;
    after = links.at(-1)?.id ?? after;
  }
}

/** The condition is that of the index `links_running_splits_idx`. */
async function runningAfter(id: number): Promise<Running[]> {
  const rows = await statement<Running>(
    `SELECT id, user_id AS "userId", domain_id AS "domainId", alias_folded AS "aliasFolded", rules, deep_link AS "deepLink"
     FROM links WHERE jsonb_path_exists(rules, '$[*].finish ? (!exists(@.result))') AND id > $1 ORDER BY id LIMIT ${BATCH}`,
    [id],
  );
  return rows;
}

interface Figures {
  destination: string;
  visitors: number;
  conversions: number;
}

/** Decides the splits of a link. Nothing changes if its rules have been edited since they were read. */
async function finishSplitsOf(link: Running, now: Date): Promise<void> {
  const figures = await figuresOf(link);
  const rules = readRules(link.rules);
  const names = namesOf(rules);
  const decided: { rule: string; result: SplitDecision; shares: Figures[] }[] = [];
  const changed = rules.map((rule, index): LinkRule => {
    const { split = [], finish } = rule;
    const name = names[index] ?? "";
    const shares = figures.get(name);
    if (!finish || finish.result || !shares) return rule;
    const result = decisionOf(finish, split, shares, now);
    if (!result) return rule;
    decided.push({ rule: name, result, shares });
    return { ...rule, finish: { ...finish, result } };
  });
  if (decided.length === 0) return;
  await store(link, changed, decided.map(presentDecision));
  invalidateLink(link);
}

/** Returns the figures of each split by the name of its rule. They are the same as on the link's page. */
async function figuresOf(link: Running): Promise<Map<string, Figures[]>> {
  const { variants } = await statisticsOf("link", link.id, { limit: null });
  const counted = await readSplitConversions(link.id, splitResults(link, variants));
  return new Map(counted.map(({ rule, shares }) => [rule, shares]));
}

/** Returns the names of the rules that may have a split, as `readyRules` has them. */
function namesOf(rules: LinkRule[]): string[] {
  let place = 0;
  return rules.map((rule) => (chooseRuleField(rule) === "rules" ? `rules.${place++}` : chooseRuleField(rule)));
}

/** Returns the decision about a test; null if it continues. */
function decisionOf(finish: SplitFinish, split: Share[], figures: Figures[], now: Date): SplitDecision | null {
  const shares = figures.map(({ visitors, conversions }) => ({ visitors, conversions }));
  const winner = chooseWinner(shares.map((share, index) => ({ ...share, weight: split[index]?.weight ?? 1 })));
  const outcome = winner === null ? limitReached(finish, shares, now) : "winner";
  return outcome && { date: formatTimestamp(now), outcome, winner, shares };
}

function limitReached(
  { days, visitors, since = "" }: SplitFinish,
  shares: { visitors: number }[],
  now: Date,
): "days" | "visitors" | null {
  const begun = parseTimestamp(since)?.getTime() ?? now.getTime();
  if (visitors !== undefined && shares.reduce((sum, share) => sum + share.visitors, 0) >= visitors) return "visitors";
  return days !== undefined && now.getTime() >= begun + days * DAY_MS ? "days" : null;
}

/** What a webhook gets of a decision. */
const presentDecision = ({
  rule,
  result: { outcome, winner },
  shares,
}: {
  rule: string;
  result: SplitDecision;
  shares: Figures[];
}) => ({
  ...{ rule, outcome, winner: winner === null ? null : (shares[winner]?.destination ?? null) },
  shares: shares.map(({ destination, visitors, conversions }) => ({
    ...{ destination, visitors, conversions },
    rate: visitors > 0 ? conversions / visitors : 0,
  })),
});

/**
 * Stores decisions and their events in one transaction, if the rules are still those that were read: so two processes
 * decide once, and an edit is not overwritten. The row's version shows whether this transaction changed it.
 */
async function store({ id, userId, rules }: Running, changed: LinkRule[], events: object[]): Promise<void> {
  await transaction([
    [
      "UPDATE links SET rules = $2 WHERE id = $1 AND rules = $3::jsonb",
      [id, JSON.stringify(changed), JSON.stringify(rules)],
    ],
    [
      `INSERT INTO webhook_changes (user_id, event, subject, subject_id, state)
        SELECT $2, 'split.decided', 'link', $1, webhook_state('link', $1) || jsonb_build_object('split', event)
        FROM links CROSS JOIN jsonb_array_elements($3::jsonb) AS event
        WHERE links.id = $1 AND links.xmin = pg_current_xact_id()::xid
          AND EXISTS (SELECT FROM webhooks WHERE user_id = $2 AND 'split.decided' = ANY(events))`,
      [id, userId, JSON.stringify(events)],
    ],
  ]);
}
