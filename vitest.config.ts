import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

type Project = TestProjectInlineConfiguration;

// Unit tests first: they tell soonest what is wrong. Those of the API and of faults run together, more at a time than
// there are cores, as much of what they do is to wait. All times are those of a loaded machine: nobody waits for their
// end where all is well.
const globalSetup = "tests/support/shared-server.ts";

// A browser, a process that is killed, or a server that two other files ask at the same time is late now and then on a
// machine with other work. Such a test is tried once more, which its line then says: `(retry x1)`.
const retry = process.env.CI === "true" ? 1 : 0;

// Files of one worker share the modules that they load, where no test replaces one: a seventh of the time.
const project = (name: string, groupOrder: number, test: Project["test"]): Project => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.ts`], sequence: { groupOrder }, ...test },
});

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ["tests/support/processor-time.ts"],
    projects: [
      project("unit", 0, { maxWorkers: 3 }),
      project("api", 1, { maxWorkers: 3, globalSetup, isolate: false, retry }),
      project("faults", 1, { maxWorkers: 3, testTimeout: 180_000, retry }),
      // Those that take minutes: `npm run faults`.
      project("faults-long", 1, { maxWorkers: 1, testTimeout: 900_000, hookTimeout: 300_000 }),
      project("browser", 2, { maxWorkers: 2, globalSetup, isolate: false, testTimeout: 240_000, retry }),
    ],
  },
});
