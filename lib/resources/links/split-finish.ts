import { integer, optional, timestamp } from "@/lib/contract/fields";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { z } from "@/lib/contract/zod";

/** The figures with which a split test was decided. They are stored with the split, and so in the link's history. */
const result = z.object({
  date: timestamp().describe("When it was decided (UTC)."),
  outcome: z
    .enum(["winner", "days", "visitors"])
    .describe("`winner`: a destination won. `days`, `visitors`: the limit was reached without a winner."),
  winner: z.int().min(0).max(9).nullable().describe("The position of the winner in `split`, from 0. `null`: none."),
  shares: z
    .array(
      z.object({
        visitors: z.int().min(0).meta({ example: 4_100 }),
        conversions: z.int().min(0).meta({ example: 496 }),
      }),
    )
    .max(10)
    .describe("The figures of each destination at that time, in the order of `split`."),
});

/** When a split test ends automatically: docs/decisions/split-winners.md. */
export const splitFinish = () =>
  z
    .object({
      days: optional(integer(1, 365)).describe("End the test without a winner after this many days."),
      visitors: optional(integer(100, 100_000_000)).describe(
        "End the test without a winner after this many unique visitors.",
      ),
      since: optional(timestamp()).describe(
        "Set by the service: when the test began (UTC). A changed split or limit begins a new test.",
      ),
      result: optional(result).describe(
        "Set by the service: how the test ended. To begin a new test, send `since` without this field.",
      ),
    })
    .meta({ example: { days: 30 } });

export type SplitFinish = z.infer<ReturnType<typeof splitFinish>>;
export type SplitDecision = z.infer<typeof result>;

interface Finishing {
  when: object;
  split?: object[];
  finish?: SplitFinish;
}

/**
 * Returns the rules with the start time of each test. New and changed tests start now. A test continues if its rule,
 * destinations, weights and limits are unchanged. To restart a test that has ended, send it with `since` and without
 * `result`. The values that clients send as `since` and `result` are never stored.
 */
export function begunTests<Rule extends Finishing>(rules: Rule[], present: Rule[], now = new Date()): Rule[] {
  const known = new Map(present.map((rule) => [identityOf(rule), rule.finish]));
  return rules.map((rule) => {
    if (!rule.finish) return rule;
    const { days, visitors, since, result } = rule.finish;
    const before = known.get(identityOf(rule));
    if (before && !(before.result && since && !result)) return { ...rule, finish: before };
    const limits = { ...(days && { days }), ...(visitors && { visitors }) };
    return { ...rule, finish: { ...limits, since: formatTimestamp(now) } };
  });
}

const identityOf = ({ when, split, finish }: Finishing): string =>
  JSON.stringify([sorted(when), split?.map(sorted), finish?.days ?? null, finish?.visitors ?? null]);

const sorted = (value: object) => Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
