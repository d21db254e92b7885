import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { seed } from "./seeded";
import { inherited } from "./server";
import { eventually } from "./wait";

/** Starts a drill, which creates its folder in `folder`. */
export function startDrill(folder: string, ...flags: string[]) {
  const args = [".build/signpost.js", "drill", "--seed", `${seed}`, "--minutes", "10", ...flags];
  const env = { ...inherited, NODE_ENV: "production" as const, TMPDIR: folder, DATA_DIR: join(folder, "untouched") };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (line: string) => said.push(line));
  const ended = Promise.all([once(child, "exit"), text(child.stdout)]).then(([[code], out]) => ({ code, out }));
  return {
    child,
    ended,
    said: () => said.join(""),
    /** Resolves once the drill is about to break a part. */
    step: (name: string) => eventually(() => expect(said.join("")).toContain(`${name}\n`), 120_000),
    dataDir: () => join(folder, readdirSync(folder).find((name) => name.startsWith("signpost-drill-")) ?? "", "data"),
  };
}
