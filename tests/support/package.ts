import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Makes a package of the build, as a folder outside of the repository, so that it cannot use its modules. */
export async function makePackage(folder: string, ...flags: string[]): Promise<void> {
  await run(process.execPath, ["scripts/package.mjs", "--folder", folder, ...flags], { maxBuffer: 2 ** 24 });
}

/** Makes the next version: the same program with another number, and one more migration. */
export function makeNextVersion(folder: string, next: string, version: string): void {
  cpSync(folder, next, { recursive: true, verbatimSymlinks: true });
  const file = join(next, ".build/release.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), version }));
  mkdirSync(join(next, "prisma/migrations/29990101000000_next"));
  writeFileSync(join(next, "prisma/migrations/29990101000000_next/migration.sql"), "CREATE TABLE next_version ();");
}

/** Points the link to another folder, in one step. */
export function pointTo(link: string, target: string): void {
  symlinkSync(target, `${link}.new`);
  renameSync(`${link}.new`, link);
}

/** Starts `signpost` in a folder, or in the target of a link, without the tests' environment. */
export function startPackage(folder: string, env: Record<string, string>) {
  const child = spawn(join(folder, "signpost"), [], {
    cwd: "/",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let logs = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      logs += text;
    });
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  const exited = once(child, "exit").then(() => {
    process.off("exit", end);
    return child.exitCode;
  });
  return {
    logs: () => logs,
    exited,
    /** Lets the version that the link now points to take over. */
    succeed: () => child.kill("SIGUSR2"),
    /** The number of takeovers in which the earlier service has ended. */
    takeOvers: () => logs.split("the previous service has ended").length - 1,
    async stop() {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

/** Visits an address over and over. Reports the longest time between two 302 answers, in ms, and all other answers. */
export function visitInALoop(url: string) {
  let last: number | undefined;
  let longest = 0;
  let stopped = false;
  const failures: (number | string)[] = [];
  const done = (async () => {
    for (; !stopped; await sleep(5)) {
      const status = await fetch(url, { redirect: "manual", headers: { connection: "close" } }).then(
        (response) => response.status,
        (error) => String(error.cause ?? error),
      );
      if (status !== 302) {
        failures.push(status);
        continue;
      }
      const now = performance.now();
      if (last !== undefined) longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  return {
    /** Returns the longest gap so far, once there is another answer, and starts a new measurement. */
    async longestGap() {
      const begun = performance.now();
      while ((last ?? 0) < begun) await sleep(5);
      const found = longest;
      longest = 0;
      return found;
    },
    async stop() {
      stopped = true;
      await done;
      return failures;
    },
  };
}
