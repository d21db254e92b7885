// Bundles the service (server.ts), its supervisor, its worker processes, the threads that store clicks, draw images,
// replay visits, archive the database's log and run jobs, the process for imports and exports, and the commands. Next
// builds the pages.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { RELEASE_FILE, releaseOf } from "./release.mjs";
import { hashOf, keepHash } from "./sources.mjs";

const sources = hashOf("programs");
mkdirSync(".build", { recursive: true });
rmSync(".build/compile-cache", { recursive: true, force: true });
for (const file of readdirSync(".build").filter((name) => /\.js(\.map)?$/.test(name))) rmSync(`.build/${file}`);

// JSON is bundled, because Node imports it only with an import attribute, which the sources leave out.
const json = {
  name: "json",
  setup: (bundle) =>
    bundle.onResolve({ filter: /^([^.@]|@[^/]).*\.json$/ }, ({ path }) => ({ path: resolve("node_modules", path) })),
};

await build({
  entryPoints: {
    server: "server.ts",
    supervisor: "server/supervisor.ts",
    worker: "server/worker.ts",
    pages: "server/pages.ts",
    "pack-hosting-networks": "lib/clicks/classify/pack-hosting-networks.ts",
    "drain-worker": "lib/clicks/drain/drain-worker.ts",
    signpost: "server/signpost.ts",
    "drawing-worker": "lib/drawing/worker.ts",
    "replay-worker": "lib/resources/links/replay/worker.ts",
    "transfer-worker": "server/transfer-worker.ts",
    "wal-worker": "server/backups/wal/worker.ts",
    "jobs-worker": "server/jobs/worker.ts",
  },
  outdir: ".build",
  bundle: true,
  platform: "node",
  target: "node22.19",
  format: "esm",
  packages: "external",
  plugins: [json],
  // server.ts imports some modules only when their requirements are met.
  splitting: true,
  sourcemap: true,
  logLevel: "warning",
});

const { packHostingNetworks } = await import(pathToFileURL(".build/pack-hosting-networks.js").href);
writeFileSync(".build/hosting-networks.bin", packHostingNetworks());
for (const suffix of ["", ".map"]) rmSync(`.build/pack-hosting-networks.js${suffix}`);
writeFileSync(RELEASE_FILE, `${JSON.stringify(releaseOf())}\n`);
keepHash("programs", sources);
