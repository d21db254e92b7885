import { expect, it } from "vitest";
import { freeMemory, memoryAdvice } from "../../scripts/build-memory.mjs";

const GiB = 2 ** 30;

it("builds with enough memory, warns if it may be too little, and refuses if it cannot succeed", () => {
  expect(memoryAdvice(8 * GiB)).toEqual({});
  expect(memoryAdvice(2 * GiB)).toEqual({
    warning: expect.stringMatching(/^Building takes 2\.3 GiB of memory at its peak, and 2\.0 GiB are free: .*\.$/),
  });
  expect(memoryAdvice(GiB)).toEqual({ refusal: expect.stringContaining("1.0 GiB are free") });
});

it("finds out how much memory there is", () => {
  expect(freeMemory()).toBeGreaterThan(64 * 2 ** 20);
  expect(freeMemory()).toBeLessThan(2 ** 50);
});
