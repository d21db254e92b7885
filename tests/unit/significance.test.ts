import { describe, expect, it } from "vitest";
import {
  chiSquaredTail,
  chooseBest,
  fisherExact,
  goodnessOfFit,
  holm,
  homogeneity,
  testDifference,
  wilsonInterval,
} from "@/lib/clicks/statistics/significance";
import { readyRules } from "@/lib/resources/links/routing/ready-rules";
import { splitResults } from "@/lib/resources/links/statistics/split-results";

const cells = (counts: number[], weights: number[]) =>
  counts.map((count, index) => ({ count, weight: weights[index] ?? 1 }));

it.each([
  // R. G. Newcombe, Interval estimation for the difference between independent proportions, 1998, table II, method 10
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
])("the range of a difference is the published one: %d of %d and %d of %d", (count, total, other, of, from, to) => {
  const found = testDifference({ count, total }, { count: other, total: of });
  expect(found.by).toBeCloseTo(count / total - other / of, 10);
  expect(found.from).toBeCloseTo(from, 4);
  expect(found.to).toBeCloseTo(to, 4);
});

describe("the chi-squared test against weights", () => {
  it.each([
    // R, help page of chisq.test: x <- c(89,37,30,28,2); p <- c(40,20,20,15,5); chisq.test(x, p = p, rescale.p = TRUE)
    ["the example of R's chisq.test", [89, 37, 30, 28, 2], [40, 20, 20, 15, 5], 9.9901, 4, 0.04059],
    // G. Mendel, Versuche über Pflanzenhybriden, 1866, as R. A. Fisher tests it (Statistical Methods for Research Workers)
    ["Mendel's peas", [315, 101, 108, 32], [9, 3, 3, 1], 0.47, 3, 0.925],
    // Wikipedia, "Pearson's chi-squared test", fairness of a die: 13.4 on 5 degrees, significant at 5 % and not at 1 %
    ["an unfair die", [5, 8, 9, 8, 10, 20], [1, 1, 1, 1, 1, 1], 13.4, 5, 0.0199],
  ])("finds a published result: %s", (_, counts, weights, statistic, degrees, p) => {
    const found = goodnessOfFit(cells(counts, weights));
    expect(found?.statistic).toBeCloseTo(statistic, 2);
    expect(found?.degrees).toBe(degrees);
    expect(found?.p).toBeCloseTo(p, 3);
  });

  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, critical values of the chi-squared distribution
  it.each([
    [0.05, 1, 3.841],
    [0.01, 1, 6.635],
    [0.05, 2, 5.991],
    [0.001, 3, 16.266],
    [0.05, 4, 9.488],
    [0.01, 5, 15.086],
    [0.1, 9, 14.684],
  ])("has NIST's critical values: %d on %i degrees", (p, degrees, value) => {
    expect(chiSquaredTail(value, degrees)).toBeCloseTo(p, 4);
  });

  it("gives no result for few visitors, or without a division", () => {
    expect(goodnessOfFit(cells([9, 0], [1, 1]))).toBeNull();
    expect(goodnessOfFit(cells([10, 0], [1, 1]))?.p).toBeCloseTo(0.00157, 4);
    expect(goodnessOfFit(cells([99, 1], [99, 1]))).toBeNull();
    expect(goodnessOfFit(cells([100], [1]))).toBeNull();
    expect(goodnessOfFit([])).toBeNull();
  });
});

describe("the chi-squared test of whether groups differ", () => {
  it.each([
    // NIST/SEMATECH e-Handbook of Statistical Methods, 7.4.4: defective wafers of five lots; 12.131 on 4 degrees
    ["NIST's wafers", [36, 46, 42, 63, 38], [300, 300, 300, 300, 300], 12.131, 4, 0.01641],
    // A. Agresti, An Introduction to Categorical Data Analysis, 2.2: heart attacks with a placebo and with aspirin
    ["aspirin against heart attacks", [189, 104], [11_034, 11_037], 25.014, 1, 5.7e-7],
  ])("finds a published result: %s", (_, counts, totals, statistic, degrees, p) => {
    const found = homogeneity(counts.map((count, index) => ({ count, total: totals[index] ?? 0 })));
    expect(found?.statistic).toBeCloseTo(statistic, 2);
    expect(found?.degrees).toBe(degrees);
    expect((found?.p ?? 0) / p).toBeCloseTo(1, 1);
  });

  it("equals the two-proportion z-test for two groups", () => {
    const [one, other] = [
      { count: 60, total: 200 },
      { count: 45, total: 210 },
    ] as const;
    const pooled = (one.count + other.count) / (one.total + other.total);
    const z =
      (one.count / one.total - other.count / other.total) /
      Math.sqrt(pooled * (1 - pooled) * (1 / one.total + 1 / other.total));
    expect(homogeneity([one, other])?.statistic).toBeCloseTo(z ** 2, 10);
  });

  it("gives no result for few visitors, none, or one group", () => {
    const group = (count: number, total: number) => ({ count, total });
    expect(homogeneity([group(4, 100), group(5, 100)])).toBeNull();
    expect(homogeneity([group(96, 100), group(97, 100)])).toBeNull();
    expect(homogeneity([group(0, 0), group(10, 100)])).toBeNull();
    expect(homogeneity([group(0, 0), group(0, 0)])).toBeNull();
    expect(homogeneity([group(50, 100)])).toBeNull();
    expect(homogeneity([group(10, 100), group(20, 100)])?.degrees).toBe(1);
    // 5 visitors with and 5 without a conversion are expected, which is enough.
    expect(homogeneity([group(42, 50), group(48, 50)])?.p).toBeGreaterThan(0.04);
    expect(homogeneity([group(8, 50), group(2, 50)])?.p).toBeGreaterThan(0.04);
  });
});

// R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("Wilson's interval of %i of %i equals Newcombe's", (count, total, from, to) => {
  const found = wilsonInterval(count, total);
  expect(found.from).toBeCloseTo(from, 4);
  expect(found.to).toBeCloseTo(to, 4);
});

describe("Fisher's exact test, two-sided", () => {
  it.each([
    // R, help page of fisher.test: TeaTasting, matrix(c(3, 1, 1, 3)); 0.4857
    ["the lady tasting tea", [3, 4], [1, 4], 0.4857143],
    // R, help page of fisher.test: Convictions of twins, matrix(c(2, 10, 15, 3)); 0.0005367
    ["convicted twins", [10, 13], [2, 17], 0.0005367],
    // Wikipedia, "Fisher's exact test": dieting among men and women; 0.002759
    ["who is on a diet", [1, 12], [9, 12], 0.0027594],
    ["nobody at all", [0, 40], [0, 30], 1],
    ["nothing to compare with", [3, 10], [0, 0], 1],
  ] as const)("finds a published result: %s", (_, one, other, p) => {
    const group = ([count, total]: readonly [number, number]) => ({ count, total });
    expect(fisherExact(group(one), group(other)) / p).toBeCloseTo(1, 4);
    expect(fisherExact(group(other), group(one)) / p).toBeCloseTo(1, 4);
  });

  it("agrees with the z-test for large numbers", () => {
    const [one, other] = [
      { count: 52_000, total: 1_000_000 },
      { count: 51_400, total: 1_000_000 },
    ] as const;
    expect(fisherExact(one, other)).toBeCloseTo(homogeneity([one, other])?.p ?? 0, 3);
  });
});

it("corrects p-values with Holm's method", () => {
  // Wikipedia, "Holm-Bonferroni method"; R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  const corrected = holm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(6)));
  expect(corrected).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});

interface Counted {
  count: number;
  total: number;
}

const choose = (of: number, count: number): bigint => {
  let ways = 1n;
  for (let at = 1; at <= count; at++) ways = (ways * BigInt(of - count + at)) / BigInt(at);
  return ways;
};

/** Fisher's exact test in whole numbers: the divisions that are at most as likely as the one found, and all of them. */
function fisherWays(one: Counted, other: Counted): { ways: bigint; all: bigint } {
  const count = one.count + other.count;
  const divided = Array.from({ length: count + 1 }, (_, ofOne) =>
    ofOne <= one.total && count - ofOne <= other.total
      ? choose(one.total, ofOne) * choose(other.total, count - ofOne)
      : 0n,
  );
  const found = divided[one.count] as bigint;
  return {
    ways: divided.filter((ways) => ways <= found).reduce((sum, ways) => sum + ways, 0n),
    all: choose(one.total + other.total, count),
  };
}

describe("the best of several", () => {
  const groups = (...of: [count: number, total: number][]) => of.map(([count, total]) => ({ count, total }));

  it("beats all others, or only those that differ in the tests", () => {
    expect(chooseBest(groups([100, 1_000], [160, 1_000], [90, 1_000]))).toMatchObject({
      best: 1,
      beats: [0, 2],
      pairs: 3,
    });
    // All differ (p < 0.001), except the first two.
    const close = groups([160, 1_000], [155, 1_000], [90, 1_000]);
    expect(homogeneity(close)?.p).toBeLessThan(0.001);
    expect(chooseBest(close)).toMatchObject({ best: 0, beats: [2] });
    expect(chooseBest(groups([20, 200], [22, 200]))).toMatchObject({ best: 1, beats: [] });
  });

  it("uses the exact test for few visitors", () => {
    expect(homogeneity(groups([9, 12], [1, 12], [1, 12]))).toBeNull();
    expect(chooseBest(groups([9, 12], [1, 12], [1, 12]))).toMatchObject({ best: 0, beats: [1, 2] });
    expect(chooseBest(groups([2, 3], [0, 3]))).toMatchObject({ best: 0, beats: [] });
    expect(chooseBest(groups([5, 5], [0, 0]))).toMatchObject({ best: 0, beats: [], p: 1 });
  });

  it("does not beat another one at exactly 0.05", () => {
    // Of the 780 pairs of 40 visitors, 39 have the only conversion among the two: p is 1 in 20.
    expect(chooseBest(groups([0, 38], [1, 2]))).toMatchObject({ best: 1, beats: [], p: 0.05 });
    expect(chooseBest(groups([1, 2], [0, 38]))).toMatchObject({ best: 0, beats: [], p: 0.05 });
    expect(chooseBest(groups([0, 39], [1, 2]))).toMatchObject({ best: 1, beats: [0] });
    // With three destinations p is the smallest one of three, 1 in 60, multiplied by 3.
    expect(chooseBest(groups([0, 59], [1, 1], [0, 0]))).toMatchObject({ best: 1, beats: [], p: 0.05 });
    expect(chooseBest(groups([0, 60], [1, 1], [0, 0]))).toMatchObject({ best: 1, beats: [0] });
  });

  it("agrees with exact fractions, however small the groups are", () => {
    let exactly = 0;
    for (let total = 1; total <= 12; total++)
      for (let other = total; other <= 60; other++)
        for (let count = 0; count <= Math.min(total, 4); count++)
          for (let ofOther = 0; ofOther <= Math.min(other, 4); ofOther++) {
            const [one, two] = groups([count, total], [ofOther, other]) as [Counted, Counted];
            if (count + ofOther === 0 || homogeneity([one, two])) continue;
            const { ways, all } = fisherWays(one, two);
            if (ways * 20n === all) exactly++;
            const isClear = ways * 20n < all;
            expect([one, two, chooseBest([one, two])?.beats.length]).toEqual([one, two, isClear ? 1 : 0]);
          }
    expect(exactly).toBeGreaterThan(3);
  });

  it("does not exist without visitors, for one destination, or for equal ones", () => {
    expect(chooseBest(groups([0, 10], [0, 20]))).toBeNull();
    expect(chooseBest(groups([5, 10]))).toBeNull();
    expect(chooseBest([])).toBeNull();
    expect(chooseBest(groups([50, 100], [50, 100], [1, 100]))).toMatchObject({ best: 0, beats: [2] });
  });

  it("never claims more than the comparison of two", () => {
    let claims = 0;
    const totals = [8, 40, 900];
    const shares = [0, 0.05, 0.1, 0.13, 0.4];
    const all = totals.flatMap((total) => shares.map((share) => ({ count: Math.round(total * share), total })));
    for (const one of all)
      for (const other of all)
        for (const third of all) {
          const found = chooseBest([one, other, third]);
          const three = [one, other, third] as const;
          for (const place of found?.beats ?? []) {
            claims++;
            const [leader, beaten] = [three[found?.best as 0], three[place as 0]];
            expect(homogeneity([leader, beaten])?.p ?? fisherExact(leader, beaten)).toBeLessThan(0.05);
            expect(leader.count / leader.total).toBeGreaterThan(beaten.count / beaten.total);
          }
        }
    expect(claims).toBeGreaterThan(1_000);
  });
});

describe("the result of a split test", () => {
  const split = [
    { to: "https://example.com/a", weight: 1 },
    { to: "https://example.com/b", weight: 3 },
  ];
  const rules = [
    { when: { country: ["FR"] }, to: "https://example.com/fr" },
    { when: { device: ["iphone"] }, split },
    { when: {}, split },
  ];
  const [, ofPhones, ofOthers] = readyRules(rules as never, null);
  const entry = (rule: typeof ofPhones, share: number, visitors: number) => ({
    value: typeof rule?.target === "object" ? (rule.target[share]?.variant ?? "") : "",
    clicks: visitors * 2,
    visitors,
  });

  it("compares visitors with the weights, including a destination without visitors", () => {
    const variants = [entry(ofPhones, 0, 25), entry(ofPhones, 1, 75), entry(ofOthers, 0, 40)];
    const [phones, others] = splitResults({ rules, deepLink: null } as never, variants);
    expect(phones).toMatchObject({ position: 2, visitors: 100, test: { statistic: 0, degrees: 1, p: 1 } });
    expect(phones?.shares.map(({ wanted, share }) => [wanted, share])).toEqual([
      [0.25, 0.25],
      [0.75, 0.75],
    ]);
    expect(others).toMatchObject({ position: null, visitors: 40, shares: [{ visitors: 40 }, { visitors: 0 }] });
    expect(others?.test?.p).toBeLessThan(0.001);
  });

  it("does not exist without a split test", () => {
    expect(splitResults({ rules: rules.slice(0, 1), deepLink: null } as never, [])).toEqual([]);
  });
});
