import { fisherExact, type Group, holm } from "./exact-test";
import { homogeneity, SIGNIFICANT } from "./significance";

/** The result of comparing the group with the highest rate to the others. Groups are identified by their index. */
export interface BestOf {
  best: number;
  /** groups that it beats by more than chance; empty if nothing is certain yet */
  beats: number[];
  /**
   * corrected probability that chance alone causes all these differences; if `beats` is empty, the probability of the
   * clearest difference
   */
  p: number;
  /** number of comparisons that p is corrected for */
  pairs: number;
}

/**
 * Compares the group with the highest rate to each other group, by the two-proportion z-test or, for small numbers, by
 * Fisher's exact test. The leader is chosen from the same numbers, so the correction counts the comparisons of all
 * pairs, not only the leader's. Returns null if no group has any count or there is only one group.
 */
export function chooseBest(groups: Group[]): BestOf | null {
  if (groups.length < 2 || groups.every(({ count }) => count === 0)) return null;
  const rates = groups.map(({ count, total }) => (total > 0 ? count / total : 0));
  const best = rates.indexOf(Math.max(...rates));
  const pairs = groups.flatMap((one, index) =>
    groups.slice(index + 1).map((other, behind) => ({ places: [index, index + 1 + behind], p: compare(one, other) })),
  );
  const corrected = holm(pairs.map(({ p }) => p)).map(withoutErrors);
  const others = pairs.flatMap(({ places }, index) => {
    const other = places.find((place) => place !== best) as number;
    return places.includes(best) ? [{ other, p: corrected[index] as number }] : [];
  });
  const beaten = others.filter(({ p }) => p < SIGNIFICANT);
  return {
    best,
    beats: beaten.map(({ other }) => other),
    p: beaten.length > 0 ? Math.max(...beaten.map(({ p }) => p)) : Math.min(...others.map(({ p }) => p)),
    pairs: pairs.length,
  };
}

/**
 * Rounds a probability to the digits that the tests compute exactly. Otherwise one that is exactly 0.05, which is not
 * significant, could be returned as 0.0499999999999996.
 */
const withoutErrors = (p: number) => Number(p.toPrecision(6));

const compare = (one: Group, other: Group) => homogeneity([one, other])?.p ?? fisherExact(one, other);
