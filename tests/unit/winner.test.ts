import { describe, expect, it } from "vitest";
import { logGamma } from "@/lib/clicks/statistics/significance";
import { chooseWinner, WINNER_ERROR } from "@/lib/clicks/statistics/winner";

interface Destination {
  weight: number;
  rate: number;
}

const LOOKS = 300;
const VISITORS_PER_LOOK = 60;

/** Random numbers from 0 to 1, the same in each run (mulberry32), so that the test cannot fail by chance. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Returns the first winner that is found when the figures of random visitors are looked at again and again. */
function firstWinner(destinations: Destination[], random: () => number, drift = (_look: number) => 1): number | null {
  const shares = destinations.map(({ weight }) => ({ weight, visitors: 0, conversions: 0 }));
  const ends = destinations.map((_, index) =>
    destinations.slice(0, index + 1).reduce((sum, { weight }) => sum + weight, 0),
  );
  const total = ends.at(-1) ?? 0;
  for (let look = 0; look < LOOKS; look++) {
    for (let visitor = 0; visitor < VISITORS_PER_LOOK; visitor++) {
      const place = random() * total;
      const index = ends.findIndex((end) => place < end);
      const share = shares[index];
      if (!share) continue;
      share.visitors++;
      if (random() < (destinations[index]?.rate ?? 0) * drift(look)) share.conversions++;
    }
    const winner = chooseWinner(shares);
    if (winner !== null) return winner;
  }
  return null;
}

const winners = (runs: number, destinations: Destination[], drift?: (look: number) => number) => {
  const random = randomNumbers(20_261_126);
  return Array.from({ length: runs }, () => firstWinner(destinations, random, drift));
};
const shareOf = (found: (number | null)[], isSo: (winner: number | null) => boolean) =>
  found.filter(isSo).length / found.length;
const even = (...rates: number[]) => rates.map((rate) => ({ weight: 1, rate }));

describe("a winner that is looked for 300 times", () => {
  it.each<[string, Destination[], ((look: number) => number)?]>([
    ["two destinations", even(0.1, 0.1)],
    ["four destinations", even(0.1, 0.1, 0.1, 0.1)],
    [
      "unequal weights",
      [
        { weight: 9, rate: 0.1 },
        { weight: 1, rate: 0.1 },
      ],
    ],
    ["rates that change over time", even(0.1, 0.1), (look) => 1 + Math.sin(look / 20) / 2],
  ])("is declared in at most 5 %% of tests without one: %s", (_, destinations, drift) => {
    expect(shareOf(winners(400, destinations, drift), (winner) => winner !== null)).toBeLessThanOrEqual(WINNER_ERROR);
  });

  it("is in at most 5 % of tests one of two best or a worse one", () => {
    expect(shareOf(winners(200, even(0.12, 0.12, 0.08)), (winner) => winner !== null)).toBeLessThanOrEqual(
      WINNER_ERROR,
    );
    expect(shareOf(winners(200, even(0.1, 0.11)), (winner) => winner === 0)).toBeLessThanOrEqual(WINNER_ERROR);
  });

  it("is found if there is one", () => {
    expect(shareOf(winners(200, even(0.09, 0.12)), (winner) => winner === 1)).toBeGreaterThan(0.95);
    expect(shareOf(winners(200, even(0.08, 0.08, 0.14)), (winner) => winner === 2)).toBeGreaterThan(0.95);
  });
});

describe("a winner", () => {
  const shares = (...of: [conversions: number, visitors: number, weight?: number][]) =>
    of.map(([conversions, visitors, weight = 1]) => ({ conversions, visitors, weight }));

  it("beats each other destination", () => {
    expect(chooseWinner(shares([100, 1_000], [200, 1_000], [110, 1_000]))).toBe(1);
    expect(chooseWinner(shares([100, 1_000], [200, 1_000], [190, 1_000]))).toBeNull();
  });

  it("is compared by weight", () => {
    expect(chooseWinner(shares([900, 9_000, 9], [100, 1_000, 1]))).toBeNull();
    expect(chooseWinner(shares([500, 4_000, 1], [500, 5_000, 1_000]))).toBe(0);
  });

  it("has the better rate per visitor as well", () => {
    expect(chooseWinner(shares([100, 1_000], [200, 2_100]))).toBeNull();
  });

  it("needs conversions and another destination", () => {
    expect(chooseWinner(shares([0, 0], [0, 0]))).toBeNull();
    expect(chooseWinner(shares([0, 500], [0, 400]))).toBeNull();
    expect(chooseWinner(shares([4, 9], [0, 8]))).toBeNull();
  });
});

// https://dlmf.nist.gov/5.4: gamma(1/2) is the square root of pi; R: lgamma(c(3.7, 50, 0.1))
it.each([
  [0.5, 0.5723649429],
  [1, 0],
  [3.7, 1.4280723266],
  [50, 144.5657439463],
  [0.1, 2.2527126517],
])("has the logarithm of the gamma function of %d", (of, value) => {
  expect(logGamma(of)).toBeCloseTo(value, 9);
});
