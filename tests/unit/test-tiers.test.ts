import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { longTests } from "@/scripts/test-tiers.mjs";
import config from "@/vitest.config";

// Vitest refuses to run otherwise, but only if it starts all of them, as `npm run test:all` does.
test("test projects that run at the same time have the same number of workers", () => {
  const workers = new Map<number, Set<unknown>>();
  for (const project of config.test?.projects ?? []) {
    if (typeof project !== "object" || !("test" in project)) throw new Error("expected settings of a project");
    const { sequence, maxWorkers } = project.test ?? {};
    const group = sequence?.groupOrder ?? 0;
    workers.set(group, (workers.get(group) ?? new Set()).add(maxWorkers));
  }
  expect([...workers.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);
});

test.each(longTests)("%s, which only test:all runs, names test files", (pattern) => {
  expect(globSync(pattern).length).toBeGreaterThan(0);
});
