import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { allowCertificate } from "@/lib/resources/domains/schema";

const file = (name: string) => readFileSync(`deploy/${name}`, "utf8");

it("sets only variables that the service knows, in the compose file and the unit", () => {
  const source = readFileSync("lib/platform/env.ts", "utf8");
  const known = [...source.matchAll(/^ {2}([A-Z_\d]+):/gm)].map(([, name]) => name);
  const app = file("compose.yaml").split("\n  postgres:\n")[0] ?? "";
  const set = [
    ...app.matchAll(/^ {6}([A-Z_\d]+):/gm),
    ...file("signpost.service").matchAll(/^Environment=([A-Z_]+)=/gm),
  ];
  expect(set.length).toBeGreaterThan(8);
  // The packages of OpenTelemetry read their own variables.
  for (const [, name = ""] of set) if (!name.startsWith("OTEL_")) expect(known).toContain(name);
});

it("lets Caddy ask at an address that the service answers", () => {
  expect(file("Caddyfile")).toMatch(new RegExp(`ask http://\\S+${allowCertificate.path}\\n`));
});

it("starts the service in the same way everywhere", () => {
  expect(file("Dockerfile")).toContain('CMD ["node", "start.mjs"]');
  expect(file("signpost.service")).toContain("ExecStart=/usr/bin/node /opt/signpost/current/start.mjs");
});

it("builds the image from a package, on one Node version, without root", () => {
  const lines = file("Dockerfile").split("\n");
  expect(new Set(lines.filter((line) => line.startsWith("FROM ")).map((line) => line.split(" ")[1])).size).toBe(1);
  expect(lines.find((line) => line.startsWith("FROM "))).toMatch(/^FROM node:24\.\d+\.\d+-\w+-slim AS build$/);
  expect(file("Dockerfile")).toMatch(/npm run package -- --folder \/app .*COPY --from=build.*USER node/s);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

it.skipIf(!hasSystemd)("has a valid systemd unit that restricts the service", () => {
  // Where Node is installed on this machine does not matter to the unit.
  const lines = file("signpost.service").replace("/usr/bin/node", "/bin/true");
  const folder = mkdtempSync(join(tmpdir(), "signpost-unit-"));
  const unit = join(folder, "signpost.service");
  try {
    writeFileSync(unit, lines);
    const verified = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    expect([verified.status, verified.stderr.split("\n").filter((line) => line.includes(unit))]).toEqual([0, []]);
    const { stdout } = spawnSync("systemd-analyze", ["security", "--offline=yes", unit], { encoding: "utf8" });
    expect(Number(/exposure level .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2.5);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("keeps the compose file's secrets out of the image and the repository", () => {
  for (const ignored of [".dockerignore", ".gitignore"]) {
    expect(readFileSync(ignored, "utf8").split("\n")).toContainEqual(expect.stringMatching(/^(?:\*\*\/)?\.env$/));
  }
});

it("asks for every setting that the README names, and no other", () => {
  const needed = [...file("compose.yaml").matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const [, named = ""] = /cd deploy\necho "(.*?)" > \.env/s.exec(readFileSync("README.md", "utf8")) ?? [];
  expect([...named.matchAll(/^(\w+)=/gm)].map(([, name]) => name).toSorted()).toEqual(needed.toSorted());
});
