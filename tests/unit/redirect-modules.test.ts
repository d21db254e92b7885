import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";

/** The packages that modules import when they load; with `later`, also those they may import afterwards. */
async function packagesOf(entryPoints: string[], later = false): Promise<string[]> {
  const options = { bundle: true, splitting: true, write: false, metafile: true, outdir: "unused" } as const;
  const { metafile } = await build({
    entryPoints,
    platform: "node",
    format: "esm",
    packages: "external",
    loader: { ".png": "empty", ".svg": "empty" },
    ...options,
  });
  const seen = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if ((kind === "dynamic-import" && !later) || path.startsWith("node:")) continue;
      if (external) packages.add(path);
      else follow(path);
    }
  };
  entryPoints.forEach(follow);
  return [...packages].sort();
}

it("a redirect loads no package that it does not use", async () => {
  const used = [
    "isbot",
    "lru-cache",
    "maxmind",
    "negotiator",
    "pg",
    "pino",
    "proxy-addr",
    "ua-parser-js",
    "use-intl/core",
    "zod",
  ];
  expect(await packagesOf(["lib/visits/links/answer.ts"])).toEqual(used);
});

const drawing = ["sharp", "pdf-lib", "lean-qr", "qrcode", "qr/decode.js", "zxing-wasm/reader"];

it("a process that answers visitors cannot draw images, because threads do", async () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const pages = files.map((name) => join("app", name));
  expect(pages.length).toBeGreaterThan(100);
  const packages = await packagesOf(["server.ts", "instrumentation.ts", ...pages], true);
  expect(packages).toContain("tinypool");
  for (const heavy of drawing) expect(packages).not.toContain(heavy);
  expect(await packagesOf(["lib/drawing/worker.ts"])).toEqual(expect.arrayContaining(drawing));
});

it("a scan of a QR code loads nothing that draws images", async () => {
  const packages = await packagesOf(["lib/visits/qr-codes/answer.ts"]);
  expect(packages).toContain("lru-cache");
  for (const heavy of [...drawing, "@prisma/adapter-pg"]) expect(packages).not.toContain(heavy);
});
