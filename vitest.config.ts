import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

type Project = TestProjectInlineConfiguration;

// The projects run one after the other: faults are not timed while others use the machine. What fails in a browser is
// tried once more, as two browsers and a server share two cores; what fails twice is wrong.
const globalSetup = "tests/support/shared-server.ts";

const project = (name: string, groupOrder: number, test: Project["test"]): Project => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.ts`], sequence: { groupOrder }, ...test },
});

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    maxWorkers: 2,
    projects: [
      project("unit", 0, {}),
      project("api", 1, { globalSetup, testTimeout: 30_000, hookTimeout: 60_000 }),
      project("faults", 2, { testTimeout: 120_000, hookTimeout: 60_000, fileParallelism: false }),
      project("browser", 3, { globalSetup, testTimeout: 60_000, hookTimeout: 60_000, retry: 1 }),
    ],
  },
});
