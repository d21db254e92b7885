import { describe, expect, it } from "vitest";
import { cardRatio, cropArea } from "@/lib/drawing/crop-area";

const middle = { x: 0.5, y: 0.5 };

describe("the area of a crop", () => {
  it.each([
    ["wider", { width: 1000, height: 300 }, { left: 215, top: 0, width: 571, height: 300 }],
    ["higher", { width: 600, height: 1000 }, { left: 0, top: 343, width: 600, height: 315 }],
    ["as wide", { width: 1200, height: 630 }, { left: 0, top: 0, width: 1200, height: 630 }],
  ])("is the largest one of a picture that is %s", (_, size, area) => {
    expect(cropArea(size, cardRatio, 1, middle)).toEqual(area);
  });

  it("is smaller with zoom, and at an edge if it is moved there", () => {
    const size = { width: 1000, height: 800 };
    expect(cropArea(size, 2, 2, { x: 0, y: 1 })).toEqual({ left: 0, top: 550, width: 500, height: 250 });
    expect(cropArea(size, 2, 2, { x: 1, y: 0 })).toEqual({ left: 500, top: 0, width: 500, height: 250 });
  });

  it("is always inside of the picture, and has at least one pixel", () => {
    for (const width of [1, 2, 3, 333, 1000])
      for (const height of [1, 2, 7, 999])
        for (const zoom of [1, 1.37, 4])
          for (const x of [0, 0.33, 1]) {
            const area = cropArea({ width, height }, cardRatio, zoom, { x, y: x });
            expect(Math.min(area.left, area.top)).toBeGreaterThanOrEqual(0);
            expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(1);
            expect(area.left + area.width).toBeLessThanOrEqual(width);
            expect(area.top + area.height).toBeLessThanOrEqual(height);
          }
  });
});
