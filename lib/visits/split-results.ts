import type { Link } from "@/generated/prisma/client";
import type { VariantEntry } from "@/lib/clicks/click-store";
import { type ChiSquared, goodnessOfFit, wilsonInterval } from "@/lib/clicks/significance";
import { readDeepLink, readRules } from "@/lib/resources/links/stored";
import { readyRules } from "./links/rules";

interface SplitShare {
  variant: string;
  destination: string;
  /** of all visitors, as it is set */
  wanted: number;
  visitors: number;
  /** of the visitors that came */
  share: number;
  from: number;
  to: number;
}

/** How the visitors of a rule with several destinations were divided. */
export interface SplitResult {
  /** the field that it was sent in: `rules.0`, `split` */
  rule: string;
  /** of which rule of the editor's list, from 1 on; null for all other visitors */
  position: number | null;
  visitors: number;
  shares: SplitShare[];
  /** null where there are too few visitors */
  test: ChiSquared | null;
}

/** The results of the splits that a link has now. Visitors are held against the weights: clicks of one are not independent. */
export function splitResults(
  { rules, deepLink }: Pick<Link, "rules" | "deepLink">,
  variants: VariantEntry[],
): SplitResult[] {
  const visitors = new Map(variants.map((entry) => [entry.value, entry.visitors]));
  return readyRules(readRules(rules), readDeepLink(deepLink)).flatMap(({ name: rule, key, target }, index) => {
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
    return [{ rule, position, visitors: total, shares, test: goodnessOfFit(counted) }];
  });
}
