/** A group of people, `count` of whom did something. */
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
