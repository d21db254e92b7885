import { build } from "esbuild";
import { expect, it } from "vitest";

/** The packages that a module loads with all that it imports at its start; what is imported later is not among them. */
async function packagesOf(entry: string): Promise<string[]> {
  const options = { bundle: true, splitting: true, write: false, metafile: true, outdir: "unused" } as const;
  const { metafile } = await build({
    entryPoints: [entry],
    platform: "node",
    format: "esm",
    packages: "external",
    ...options,
  });
  const seen = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind === "dynamic-import" || path.startsWith("node:")) continue;
      if (external) packages.add(path);
      else follow(path);
    }
  };
  follow(entry);
  return [...packages].sort();
}

it("a redirect loads no package that it does not use", async () => {
  const used = ["bowser", "isbot", "lru-cache", "maxmind", "pg", "pino", "proxy-addr", "zod"];
  expect(await packagesOf("lib/redirects/answer.ts")).toEqual(used);
});

it("a scan of a QR code loads nothing that draws pictures", async () => {
  const packages = await packagesOf("lib/scans/answer.ts");
  expect(packages).toContain("lru-cache");
  for (const heavy of ["sharp", "pdf-lib", "qrcode", "jsqr", "@prisma/adapter-pg"])
    expect(packages).not.toContain(heavy);
});
