import type { Link } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import {
  type ConversionFigures,
  conversionsByVariant,
  revenueByVariant,
} from "@/lib/clicks/statistics/conversion-figures";
import {
  type BestOf,
  type ChiSquared,
  chooseBest,
  type Group,
  homogeneity,
  testDifference,
  wilsonInterval,
} from "@/lib/clicks/statistics/significance";
import { statisticsOf } from "@/lib/clicks/statistics/stats";
import { type SplitResult, splitResults } from "./split-results";

interface ShareConversions {
  variant: string;
  destination: string;
  visitors: number;
  conversions: number;
  revenue: ConversionFigures["revenue"];
  /** conversions per visitor, and its 95 % confidence interval */
  rate: number;
  from: number;
  to: number;
}

/** The conversions of a split's visitors. */
export interface SplitConversions {
  rule: string;
  conversions: number;
  shares: ShareConversions[];
  /** tests whether the destinations differ at all; null if there are too few visitors or conversions */
  test: ChiSquared | null;
  /** the best destination and the destinations that it beats; null if there are no conversions */
  comparison: BestOf | null;
  /**
   * how many more conversions per visitor there would be if everyone got the best destination, with the 95 % confidence
   * interval; null if it does not beat all others
   */
  gain: { by: number; from: number; to: number } | null;
}

/** The visitors and conversions of a split since the beginning. */
export interface SplitOutcome extends SplitResult {
  conversions: SplitConversions;
}

/** Returns the outcome of each split of the actor's link; empty if it has no split. */
export async function splitOutcomes(
  actor: Actor,
  link: Pick<Link, "id" | "rules" | "deepLink">,
): Promise<SplitOutcome[]> {
  authorize(actor, "links:read");
  if (splitResults(link, []).length === 0) return [];
  const { variants } = await statisticsOf("link", link.id, { limit: null });
  const splits = splitResults(link, variants);
  const conversions = new Map((await readSplitConversions(link.id, splits)).map((found) => [found.rule, found]));
  return splits.flatMap((split) => {
    const found = conversions.get(split.rule);
    return found ? [{ ...split, conversions: found }] : [];
  });
}

/** Returns the conversions of these splits of a link. Their visitors are counted since the beginning. */
export async function readSplitConversions(linkId: number, splits: SplitResult[]): Promise<SplitConversions[]> {
  if (splits.length === 0) return [];
  const [converted, earned] = await Promise.all([conversionsByVariant(linkId), revenueByVariant(linkId)]);
  return splits.map(({ rule, shares }) => {
    const counted = shares.map(({ variant, destination, visitors }) => {
      // A visitor whose click is not stored yet may already have converted.
      const conversions = Math.min(converted.get(variant) ?? 0, visitors);
      const rate = visitors > 0 ? conversions / visitors : 0;
      const revenue = earned.get(variant) ?? [];
      return { variant, destination, visitors, conversions, revenue, rate, ...wilsonInterval(conversions, visitors) };
    });
    const groups = counted.map(({ conversions: count, visitors: total }) => ({ count, total }));
    const comparison = chooseBest(groups);
    return {
      rule,
      conversions: counted.reduce((sum, { conversions }) => sum + conversions, 0),
      shares: counted,
      test: homogeneity(groups),
      comparison,
      gain:
        comparison && comparison.beats.length === groups.length - 1 ? gainOf(groups, comparison.best, shares) : null,
    };
  });
}

/** Compares the best group with what visitors get now: the others contribute by their weights. */
function gainOf(groups: Group[], best: number, shares: { wanted: number }[]): SplitConversions["gain"] {
  const others = groups.filter((_, index) => index !== best);
  const sum = (of: (group: Group) => number) => others.reduce((total, group) => total + of(group), 0);
  const { by, from, to } = testDifference(groups[best] as Group, {
    count: sum(({ count }) => count),
    total: sum(({ total }) => total),
  });
  const moved = 1 - (shares[best]?.wanted ?? 0);
  return { by: by * moved, from: from * moved, to: to * moved };
}
