import type { Link } from "@/generated/prisma/client";
import { type ChiSquared, goodnessOfFit, wilsonInterval } from "@/lib/clicks/statistics/significance";
import type { VariantEntry } from "@/lib/clicks/store/click-store";
import { readyRules } from "@/lib/resources/links/routing/ready-rules";
import type { SplitFinish } from "@/lib/resources/links/split-finish";
import { readDeepLink, readRules } from "@/lib/resources/links/stored";

interface SplitShare {
  variant: string;
  destination: string;
  /** share of all visitors by weight */
  wanted: number;
  visitors: number;
  /** actual share of the visitors, and its 95 % confidence interval */
  share: number;
  from: number;
  to: number;
}

/** How the visitors of a rule were divided between several destinations. */
export interface SplitResult {
  /** its field: `rules.0`, `split` */
  rule: string;
  /** its rule's position in the editor's list, from 1 on; null for everyone else */
  position: number | null;
  visitors: number;
  shares: SplitShare[];
  /** how it ends automatically or has ended; null if it does not end */
  finish: SplitFinish | null;
  /** null if there are too few visitors */
  test: ChiSquared | null;
}

/**
 * Returns the results of a link's present splits. Visitors are compared with the weights, because one visitor's clicks
 * are not independent.
 */
export function splitResults(
  { rules, deepLink }: Pick<Link, "rules" | "deepLink">,
  variants: VariantEntry[],
): SplitResult[] {
  const visitors = new Map(variants.map((entry) => [entry.value, entry.visitors]));
  return readyRules(readRules(rules), readDeepLink(deepLink)).flatMap(
    ({ name: rule, key, target, finish = null }, index) => {
      if (typeof target === "string") return [];
      const counted = target.map((share) => ({ ...share, count: visitors.get(share.variant) ?? 0 }));
      const total = counted.reduce((sum, { count }) => sum + count, 0);
      const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
      const shares = counted.map(({ variant, to: destination, weight, count }) => ({
        ...{ variant, destination, wanted: weight / weights, visitors: count },
        share: total > 0 ? count / total : 0,
        ...wilsonInterval(count, total),
      }));
      const position = key === "split" ? null : index + 1;
      return [{ rule, position, visitors: total, shares, finish, test: goodnessOfFit(counted) }];
    },
  );
}
