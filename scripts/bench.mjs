// `npm run bench -- <name> …` runs benches. Without a name, it lists them and runs all, one after the other, even if
// one fails. Words that are not names go to the bench: `npm run bench -- upgrade 3`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What each bench measures, and the document that promises it. */
export const benches = {
  redirect: "redirects a second and bytes of a cached link, against a bare server (docs/scaling.md)",
  clicks: "clicks stored a second while visitors are redirected (docs/scaling.md)",
  cost: "processor time of each request (docs/decisions/request-costs.md)",
  webhooks: "processor time of a visit with and without a webhook (docs/architecture.md: visitors do not wait)",
  hostile: "what attacks cost visitors (SECURITY.md)",
  growth: "resources and speed as links and clicks grow (docs/scaling.md, README.md: statistics)",
  sizes: "memory and disk of the default configuration (docs/running.md)",
  upgrade: "how long nothing answers during an upgrade (docs/running.md)",
};

function run(/** @type {string} */ name, /** @type {string[]} */ more) {
  console.log(`\n> ${name}`);
  const root = join(import.meta.dirname, "..");
  const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
  const args = [tsx, join(root, `tests/bench/${name}.ts`), ...more];
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const given = process.argv.slice(2);
  const [name] = given;
  if (name === undefined) for (const [each, what] of Object.entries(benches)) console.log(`${each.padEnd(10)}${what}`);
  if (name !== undefined && !Object.hasOwn(benches, name)) {
    console.error(`There is no bench "${name}". There are ${Object.keys(benches).join(", ")}.`);
    process.exit(1);
  }
  const [names, more] = name === undefined ? [Object.keys(benches), []] : [[name], given.slice(1)];
  const failed = names.filter((each) => !run(each, more));
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
