/** A difference counts as real if chance causes a larger one less often than this. */
export const SIGNIFICANT = 0.05;

/** The result of a chi-squared test. */
export interface ChiSquared {
  statistic: number;
  degrees: number;
  /** probability that chance alone makes a difference at least as large */
  p: number;
}

/** With a smaller expected count, the test's distribution is not valid (Cochran's rule). */
const LEAST_EXPECTED = 5;

/** Tests whether counts are divided according to their weights; null if they are too small for a result. */
export function goodnessOfFit(cells: { count: number; weight: number }[]): ChiSquared | null {
  const total = cells.reduce((sum, { count }) => sum + count, 0);
  const weights = cells.reduce((sum, { weight }) => sum + weight, 0);
  const expected = cells.map(({ weight }) => (total * weight) / weights);
  if (cells.length < 2 || expected.some((count) => !(count >= LEAST_EXPECTED))) return null;
  const statistic = cells.reduce((sum, { count }, cell) => {
    const wanted = expected[cell] as number;
    return sum + (count - wanted) ** 2 / wanted;
  }, 0);
  const degrees = cells.length - 1;
  return { statistic, degrees, p: chiSquaredTail(statistic, degrees) };
}

/**
 * Tests whether groups differ in the share that did something (Pearson's test of homogeneity; for two groups it is the
 * two-proportion z-test, whose z is the square root of the statistic). Null if the counts are too small to tell.
 */
export function homogeneity(groups: { count: number; total: number }[]): ChiSquared | null {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  // Multiplies instead of dividing, because 50 * (1 - 90 / 100) is slightly less than 5.
  const isLargeEnough = (part: number) => groups.every((group) => group.total * part >= LEAST_EXPECTED * total);
  if (groups.length < 2 || total === 0 || !isLargeEnough(count) || !isLargeEnough(total - count)) return null;
  const statistic = groups.reduce((sum, group) => {
    const wanted = group.total * (count / total);
    // Adds the terms of both cells: a surplus of those who converted is a deficit of those who did not.
    return sum + (group.count - wanted) ** 2 * (1 / wanted + 1 / (group.total - wanted));
  }, 0);
  const degrees = groups.length - 1;
  return { statistic, degrees, p: chiSquaredTail(statistic, degrees) };
}

/**
 * Returns the share of the chi-squared distribution beyond a value. It starts with one or two degrees of freedom and
 * adds two at a time.
 */
export function chiSquaredTail(value: number, degrees: number): number {
  const half = value / 2;
  let at = degrees % 2 === 0 ? 1 : 0.5;
  let tail = degrees % 2 === 0 ? Math.exp(-half) : complementaryError(Math.sqrt(half));
  // half^at e^-half / gamma(at + 1), where gamma(3/2) is half the square root of pi
  let term = Math.exp(-half) * (degrees % 2 === 0 ? half : Math.sqrt(half) / (Math.sqrt(Math.PI) / 2));
  for (; at < degrees / 2; at += 1) {
    tail += term;
    term *= half / (at + 1);
  }
  return Math.min(1, tail);
}

const chebyshev = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
];

/** Returns the complementary error function of a number that is not negative, with a relative error below 1.2e-7. */
function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2);
  return t * Math.exp(-x * x + chebyshev.reduceRight((sum, factor) => sum * t + factor, 0));
}

/** Returns the difference between two shares, with its 95 % confidence interval (Newcombe's method 10). */
export function testDifference(
  one: { count: number; total: number },
  other: { count: number; total: number },
): { by: number; from: number; to: number } {
  const [share, otherShare] = [one, other].map(({ count, total }) => (total > 0 ? count / total : 0)) as [
    number,
    number,
  ];
  const [around, aroundOther] = [wilsonInterval(one.count, one.total), wilsonInterval(other.count, other.total)];
  const by = share - otherShare;
  return {
    by,
    from: by - Math.hypot(share - around.from, aroundOther.to - otherShare),
    to: by + Math.hypot(around.to - share, otherShare - aroundOther.from),
  };
}

/** Returns the 95 % confidence interval of a share (Wilson's score interval). */
export function wilsonInterval(count: number, total: number): { from: number; to: number } {
  const z = 1.959964;
  if (total === 0) return { from: 0, to: 1 };
  const share = count / total;
  const middle = share + z ** 2 / (2 * total);
  const margin = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  const whole = 1 + z ** 2 / total;
  return { from: Math.max(0, (middle - margin) / whole), to: Math.min(1, (middle + margin) / whole) };
}

/** A group of people, and how many of them (`count`) did something, such as buy. */
export interface Group {
  count: number;
  total: number;
}

/**
 * Relative difference below which R's fisher.test treats probabilities as equal, because sums of logarithms differ in
 * their last digits.
 */
const TOLERANCE = 1e-7;

/**
 * Returns the probability that chance divides a count between two groups in a way that is at most as likely as the one
 * found (Fisher's exact test, two-sided). Exact for any size; its time grows with the smallest sum of the table.
 */
export function fisherExact(one: Group, other: Group): number {
  const count = one.count + other.count;
  const least = Math.max(0, count - other.total);
  const most = Math.min(count, one.total);
  const all = logChoose(one.total + other.total, count);
  const logOf = (ofOne: number) => logChoose(one.total, ofOne) + logChoose(other.total, count - ofOne) - all;
  const found = logOf(one.count) + TOLERANCE;
  let p = 0;
  for (let ofOne = least; ofOne <= most; ofOne++) {
    const log = logOf(ofOne);
    if (log <= found) p += Math.exp(log);
  }
  return Math.min(1, p);
}

/**
 * Returns p-values corrected for the number of tests (Holm, 1979), so that the chance of any false positive among them
 * stays as stated.
 */
export function holm(found: number[]): number[] {
  const order = found.map((_, index) => index).sort((one, other) => (found[one] as number) - (found[other] as number));
  const corrected = new Array<number>(found.length);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (found[index] as number) * (found.length - rank)));
    corrected[index] = largest;
  }
  return corrected;
}

const logChoose = (of: number, count: number) => logFactorial(of) - logFactorial(count) - logFactorial(of - count);

/** From here on, Stirling's series is accurate to 1e-13. */
const LARGE = 20;

/** Returns the logarithm of the gamma function of a positive number. */
export function logGamma(of: number): number {
  let above = of;
  let product = 1;
  for (; above < LARGE + 1; above++) product *= above;
  return logFactorial(above - 1) - Math.log(product);
}

/** The factorial of a whole number, or of any number from `LARGE` on. */
function logFactorial(of: number): number {
  if (of >= LARGE) {
    const series = 1 / (12 * of) - 1 / (360 * of ** 3) + 1 / (1260 * of ** 5);
    return (of + 0.5) * Math.log(of) - of + 0.5 * Math.log(2 * Math.PI) + series;
  }
  let product = 1;
  for (let factor = 2; factor <= of; factor++) product *= factor;
  return Math.log(product);
}

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
