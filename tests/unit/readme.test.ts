import { globSync, readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";

const readme = readFileSync("README.md", "utf8");
/** Each variable's default in the tables. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| `([A-Z0-9_]+)` *\| (.*?) *\|/gm)].map(
    ([, name = "", unlessSet = ""]) => [name, unlessSet] as const,
  );
const [first, others] = [rowsOf(readme), rowsOf(readFileSync("docs/configuration.md", "utf8"))];
const documented = new Map([...first, ...others]);

afterEach(() => vi.unstubAllEnvs());

it("lists every variable of lib/platform/env.ts, and no other", () => {
  const source = readFileSync("lib/platform/env.ts", "utf8");
  const schema = source.slice(source.indexOf("const schema"), source.indexOf("export type Env"));
  const names = [...schema.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name]) => name);
  expect(names).toContain("PORT");
  expect([...first, ...others].map(([name]) => name).sort()).toEqual(names.sort());
  expect(first).toHaveLength(10);
});

it("shows the defaults", async () => {
  vi.resetModules();
  for (const name of documented.keys()) vi.stubEnv(name, undefined);
  const { env } = await import("@/lib/platform/env");
  for (const name of ["PORT", "HOST", "ADMIN_EMAIL", "RATE_LIMIT_PER_MINUTE", "LOG_LEVEL", "MAIL_FROM"] as const) {
    expect(documented.get(name)).toBe(`\`${env[name]}\``);
  }
});

it("names source files that exist, as the other documents do", () => {
  const sources = globSync("{app,components,lib,messages,prisma,scripts,server,tests}/**/*.{ts,tsx,mjs,sql,prisma}");
  const known = ["server.ts", "vitest.config.ts", ...sources].map((path) => `/${path}`);
  // CONTRIBUTING.md says that there must be no loading.tsx.
  const isMissing = (name: string) => name !== "loading.tsx" && !known.some((path) => path.endsWith(`/${name}`));
  for (const file of ["README.md", "CONTRIBUTING.md", ...globSync("docs/*.md")]) {
    const named = [...readFileSync(file, "utf8").matchAll(/`([\w[\]][\w.[\]/-]*\.(?:tsx?|mjs|sql|prisma))`/g)];
    expect([file, named.map(([, name = ""]) => name).filter(isMissing)]).toEqual([file, []]);
  }
});

it("links to files that exist", () => {
  const files = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, file = ""]) => file);
  // The screenshot is taken from a running service.
  for (const file of files.filter((name) => name !== "docs/screenshot.png")) expect(readFileSync(file)).toBeTruthy();
});
