import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { ruleFieldsOf } from "@/lib/resources/links/rule-fields";
import { getLink } from "@/lib/resources/links/service";
import type { SplitFinish } from "@/lib/resources/links/split-finish";
import { readRules } from "@/lib/resources/links/stored";
import { updateLink } from "./save";

/**
 * Restarts a split test that has ended, with new counts: visitors are split by weight again. `rule` is its field, such
 * as `split` or `rules.0`. A test that has not ended continues.
 */
export async function restartSplit(actor: Actor, id: number, rule: string): Promise<void> {
  authorize(actor, "links:write");
  const link = await getLink(actor, id);
  const { rules, splitfinish } = ruleFieldsOf(readRules(link.rules));
  if (rule === "split") {
    if (splitfinish?.result) await updateLink(actor, id, { splitfinish: withoutResult(splitfinish) });
    return;
  }
  const again = rules.map((one, index) =>
    one.finish?.result && rule === `rules.${index}` ? { ...one, finish: withoutResult(one.finish) } : one,
  );
  if (again.some((one, index) => one !== rules[index])) await updateLink(actor, id, { rules: again });
}

const withoutResult = ({ result: _, ...finish }: SplitFinish): SplitFinish => finish;
