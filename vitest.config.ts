import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

type Project = TestProjectInlineConfiguration;

// Unit tests first: they tell soonest what is wrong. Those of the API and of faults run together, more at a time than
// there are cores, as much of what they do is to wait. In a browser what is polled gets the time that
// two browsers and a server on two cores may need.
const globalSetup = "tests/support/shared-server.ts";

const project = (name: string, groupOrder: number, test: Project["test"]): Project => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.ts`], sequence: { groupOrder }, ...test },
});

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // What is waited for may take as long as a loaded machine takes for it.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      project("unit", 0, { maxWorkers: 3, testTimeout: 60_000 }),
      project("api", 1, { maxWorkers: 3, globalSetup, testTimeout: 60_000, hookTimeout: 60_000 }),
      project("faults", 1, { maxWorkers: 3, testTimeout: 120_000, hookTimeout: 60_000 }),
      project("browser", 2, {
        maxWorkers: 2,
        globalSetup,
        testTimeout: 120_000,
        hookTimeout: 60_000,
        expect: { poll: { timeout: 20_000 } },
      }),
    ],
  },
});
