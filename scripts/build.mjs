// Bundles the process, server.ts, and the click drain's worker thread. Next builds the pages.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const worker = "lib/clicks/drain-worker.ts";

for (const file of readdirSync(".", { withFileTypes: true }).some((entry) => entry.name === ".build") ? readdirSync(".build") : []) {
  if (/\.js(\.map)?$/.test(file)) rmSync(`.build/${file}`);
}
await build({
  entryPoints: { server: "server.ts", ...(existsSync(worker) && { "drain-worker": worker }) },
  outdir: ".build",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  // server.ts imports some modules only when it has what they need.
  splitting: true,
  sourcemap: true,
  logLevel: "warning",
});
