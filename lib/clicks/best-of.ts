import { fisherExact, type Group, holm } from "./exact-test";
import { homogeneity, SIGNIFICANT } from "./significance";

/** What can be said of the group with the highest rate. Groups are named by their places. */
export interface BestOf {
  best: number;
  /** those that it does better than, by more than chance; none where nothing can be said yet */
  beats: number[];
  /** how often chance alone makes all of these differences; where there are none, the clearest of the others; corrected */
  p: number;
  /** how many comparisons p is corrected for */
  pairs: number;
}

/**
 * Compares the group with the highest rate to each other one: with the two-proportion z-test, or with Fisher's exact test where
 * the numbers are too small for that. Which one leads is known only from the same numbers, so the correction is for the
 * comparisons of all pairs, and not only for those of the leader. Null where nobody has done anything, or there is one group.
 */
export function bestOf(groups: Group[]): BestOf | null {
  if (groups.length < 2 || groups.every(({ count }) => count === 0)) return null;
  const rates = groups.map(({ count, total }) => (total > 0 ? count / total : 0));
  const best = rates.indexOf(Math.max(...rates));
  const pairs = groups.flatMap((one, index) =>
    groups.slice(index + 1).map((other, behind) => ({ places: [index, index + 1 + behind], p: compare(one, other) })),
  );
  const corrected = holm(pairs.map(({ p }) => p));
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

const compare = (one: Group, other: Group) => homogeneity([one, other])?.p ?? fisherExact(one, other);
