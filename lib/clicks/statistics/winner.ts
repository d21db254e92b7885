import { logGamma } from "./significance";

/** The probability that a test without a best destination ever finds one is at most this. */
export const WINNER_ERROR = 0.05;

/**
 * How strongly a destination's share of conversions is expected to match its weight, as a number of conversions. It
 * changes how soon differences are found, but not how often a winner is wrong.
 */
const EXPECTED = 100;

interface Share {
  weight: number;
  visitors: number;
  conversions: number;
}

/**
 * Returns the index of the destination that is better than all others, or null if that is not certain yet. Calling it
 * whenever there are new figures does not make errors more likely: docs/decisions/split-winners.md.
 */
export function chooseWinner(shares: Share[]): number | null {
  const sizes = shares.map(({ conversions, weight }) => conversions / weight);
  const best = sizes.indexOf(Math.max(...sizes));
  const certain = Math.log((shares.length - 1) / WINNER_ERROR);
  const beats = (one: Share, other: Share) => isAhead(one, other) && logEvidence(one, other) >= certain;
  const leader = shares[best];
  return leader && shares.every((other, index) => index === best || beats(leader, other)) ? best : null;
}

/** Returns whether `one` has more conversions, relative to its weight and per visitor. */
const isAhead = (one: Share, other: Share) =>
  one.conversions * other.weight > other.conversions * one.weight &&
  one.conversions * other.visitors > other.conversions * one.visitors;

/**
 * Returns the logarithm of the evidence that the conversions of two destinations are not divided by their weights: how many
 * times more probable they are with a share from a beta distribution around the one by weight.
 */
function logEvidence(one: Share, other: Share): number {
  const expected = one.weight / (one.weight + other.weight);
  const [before, beforeOther] = [EXPECTED * expected, EXPECTED * (1 - expected)];
  return (
    logBeta(before + one.conversions, beforeOther + other.conversions) -
    logBeta(before, beforeOther) -
    one.conversions * Math.log(expected) -
    other.conversions * Math.log(1 - expected)
  );
}

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b);
