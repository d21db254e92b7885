import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { RotatorLink } from "@/lib/visits/campaigns/rotator-answer";
import { rankLinksFor } from "@/lib/visits/campaigns/rotator-answer";

const links = (...weights: number[]): RotatorLink[] =>
  weights.map((weight, index) => ({
    id: index + 1,
    domainId: 1,
    alias: `a${index + 1}`,
    url: `/a${index + 1}`,
    weight,
    forward: "none",
  }));

/** Visitors as `identifyVisitor` returns them: signed 64-bit numbers in decimal. */
const visitors = Array.from({ length: 20_000 }, (_, index) =>
  createHash("sha256").update(`visitor ${index}`).digest().readBigInt64BE().toString(),
);

const firstOf = (visitor: string, all: RotatorLink[]) => rankLinksFor(visitor, all)[0]?.id;

/** The chi-square distance between the counts and the weights. */
function distance(all: RotatorLink[], ids: (number | undefined)[]): number {
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  return all.reduce((sum, { id, weight }) => {
    const expected = (ids.length * weight) / total;
    return sum + (ids.filter((one) => one === id).length - expected) ** 2 / expected;
  }, 0);
}

describe("a rotator's order", () => {
  it.each([[[1, 1]], [[1, 2, 3, 4]], [[1, 1000]], [[5, 5, 5, 5, 5]]])(
    "divides visitors by the weights %j",
    (weights) => {
      const all = links(...weights);
      // The 99.9th percentile of chi-square with 4 degrees of freedom; fewer degrees have a lower one.
      expect(
        distance(
          all,
          visitors.map((visitor) => firstOf(visitor, all)),
        ),
      ).toBeLessThan(18.5);
    },
  );

  it("divides the visitors of a deleted link by the others' weights, and moves no other visitor", () => {
    const all = links(1, 2, 3, 4);
    const rest = all.slice(0, 3);
    const moved: (number | undefined)[] = [];
    for (const visitor of visitors) {
      const before = firstOf(visitor, all);
      const after = firstOf(visitor, rest);
      if (before === 4) moved.push(after);
      else expect(after).toBe(before);
    }
    expect(distance(rest, moved)).toBeLessThan(13.9);
  });

  it("is the same each time, contains every link once, and does not depend on their order", () => {
    const all = links(3, 1, 2);
    for (const visitor of visitors.slice(0, 100)) {
      const order = rankLinksFor(visitor, all).map(({ id }) => id);
      expect(order.toSorted()).toEqual([1, 2, 3]);
      expect(rankLinksFor(visitor, all.toReversed()).map(({ id }) => id)).toEqual(order);
    }
  });

  it("is empty without links", () => {
    expect(rankLinksFor("-1", [])).toEqual([]);
  });
});
