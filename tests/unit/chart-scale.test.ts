import { expect, it } from "vitest";
import { gridValues } from "@/components/clicks/scale";

it.each([
  [0, [1, 0]],
  [1, [1, 0]],
  [2, [2, 1, 0]],
  [5, [5, 4, 3, 2, 1, 0]],
  [7, [8, 6, 4, 2, 0]],
  [23, [24, 18, 12, 6, 0]],
  [100, [100, 80, 60, 40, 20, 0]],
  [8117, [9000, 6000, 3000, 0]],
])("has these lines for a peak of %i", (peak, lines) => {
  expect(gridValues(peak)).toEqual(lines);
});

it("leaves at most a quarter of the chart empty, with at most six lines of whole numbers", () => {
  for (let peak = 3; peak < 20_000; peak += 1 + Math.floor(peak / 50)) {
    const lines = gridValues(peak);
    expect(lines[0], `${peak}`).toBeGreaterThanOrEqual(peak);
    expect(lines[0], `${peak}`).toBeLessThanOrEqual(peak * 1.25);
    expect(lines.length, `${peak}`).toBeLessThanOrEqual(6);
    expect(lines.every(Number.isInteger), `${peak}`).toBe(true);
  }
});
