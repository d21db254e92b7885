import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Package {
  version: string;
  resolved?: string;
  dev?: boolean;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Package> };

it("the service is installed without the `prisma` command", () => {
  for (const name of ["prisma", "@prisma/dev", "@prisma/studio-core", "@prisma/config", "typescript"]) {
    expect([name, packages[`node_modules/${name}`]?.dev]).toEqual([name, true]);
  }
  expect(packages["node_modules/qrcode"]?.dev).toBeUndefined();
});

it("the lock file names no server to download from", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it("`prisma` and the packages that write the client have one version", () => {
  const names = ["prisma", "@prisma/client", "@prisma/client-generator-ts", "@prisma/get-dmmf"];
  expect(new Set(names.map((name) => packages[`node_modules/${name}`]?.version)).size).toBe(1);
});

it("package.json names the peers that packages need, because npm does not install them", () => {
  const { stdout } = spawnSync("npm", ["ls", "--all", "--json", "--legacy-peer-deps=false"], { encoding: "utf8" });
  expect(JSON.parse(stdout).problems).toEqual([
    // Only tools that choose languages need the peer.
    expect.stringContaining("missing: cldr-core@"),
  ]);
});
