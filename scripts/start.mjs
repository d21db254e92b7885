// `npm start` prepares what is missing, then runs the server and restarts it if it dies.
import { fileURLToPath, pathToFileURL } from "node:url";
import { compileCache } from "./compile-cache.mjs";
import { prepare } from "./prepare.mjs";
import { releaseOf } from "./release.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
if (process.argv.includes("--version")) {
  const { version, commit } = releaseOf();
  console.log(`signpost ${version}${commit === null ? "" : ` (${commit})`}`);
} else {
  await prepare();
  process.env.NODE_ENV = "production";
  compileCache();
  await import(pathToFileURL(".build/supervisor.js").href);
}
