import { globSync, readFileSync } from "node:fs";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

type Project = TestProjectInlineConfiguration;

/** Tests that send requests share a server: see tests/support/shared-server.ts. */
const sharedServer = "tests/support/shared-server.ts";

/** Code of a unit test that could affect other files in its process. */
const leavesState =
  /start(Database|ClickDatabase|Postgres|Server|ClickHouse)|clickhouse"|vi\.(mock|doMock|resetModules|stub|hoisted)|process\.env|provide\(|Object\.assign\(env|globalThis|import\(/;

/** State that fresh modules and a restored environment do not undo. */
const needsProcess = /clickhouse"|vi\.(mock|doMock|hoisted)|globalThis/;

const unitTests = globSync("tests/unit/**/*.test.ts");
const using = (pattern: RegExp) => unitTests.filter((file) => pattern.test(readFileSync(file, "utf8")));
const isolated = using(needsProcess);
const fresh = using(leavesState).filter((file) => !isolated.includes(file));
const sharing = unitTests.filter((file) => !isolated.includes(file) && !fresh.includes(file));

// Unit tests run first, because they fail soonest. API and fault tests run at the same time. More files run than there
// are cores, because they mostly wait. The time limit of a test is there to end one that hangs: it is far above what any
// needs on a busy machine. What must happen within a time is expected within it by the test itself.
const project = (name: string, groupOrder: number, test: Project["test"]): Project => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.ts`], sequence: { groupOrder }, ...test },
});

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ["tests/support/processor-time.ts"],
    globalSetup: "tests/support/shared-postgres.ts",
    projects: [
      project("unit", 0, { include: sharing, maxWorkers: 3, isolate: false }),
      project("fresh", 0, {
        include: fresh,
        maxWorkers: 3,
        isolate: false,
        setupFiles: "tests/support/fresh-modules.ts",
        unstubEnvs: true,
        unstubGlobals: true,
      }),
      project("isolated", 0, { include: isolated, maxWorkers: 3 }),
      // Files of one worker share the modules that they load, which takes a seventh of the time.
      project("api", 1, { maxWorkers: 3, globalSetup: sharedServer, isolate: false }),
      project("faults", 1, { maxWorkers: 3 }),
      project("browser", 2, {
        maxWorkers: 3,
        globalSetup: sharedServer,
        isolate: false,
        env: { EQUAL_PRIORITY: "1" },
      }),
      project("faults-long", 3, { maxWorkers: 1, testTimeout: 900_000 }),
    ],
  },
});
