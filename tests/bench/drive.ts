import { execFile, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { AGENT, startLoad } from "../support/load";

export const CONNECTIONS = 64;

export interface Drive {
  answered: number;
  perSecond: number;
}

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/** What generates the load: wrk where it is installed, since it leaves the most of the machine to the server. */
export const driver = hasWrk ? "wrk" : "the tests' own load generator";

/**
 * Visits the paths, again and again, over 64 connections for some seconds. The load comes from a process of its own.
 *
 * @throws when an answer is no redirect
 */
export async function drive(url: string, paths: string[], seconds: number): Promise<Drive> {
  const started = performance.now();
  const answered = hasWrk ? await driveWithWrk(url, paths, seconds) : await driveOurselves(url, paths, seconds);
  return { answered, perSecond: answered / (hasWrk ? seconds : (performance.now() - started) / 1_000) };
}

async function driveWithWrk(url: string, paths: string[], seconds: number): Promise<number> {
  const file = join(tmpdir(), `signpost-paths-${process.pid}`);
  writeFileSync(file, paths.join("\n"));
  const options = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", join(import.meta.dirname, "visit.lua")];
  const { stdout } = await promisify(execFile)("wrk", [...options, url.replace("localhost", "127.0.0.1")], {
    env: { ...process.env, PATHS: file, AGENT },
  });
  rmSync(file);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return Number(/(\d+) requests in/.exec(stdout)?.[1]);
}

async function driveOurselves(url: string, paths: string[], seconds: number): Promise<number> {
  const load = startLoad({ url }, { paths, connections: CONNECTIONS });
  await load.answered(1);
  await sleep(seconds * 1_000);
  const { statuses } = await load.stop();
  const { 302: redirects = 0, ...others } = statuses;
  if (Object.keys(others).length > 0) throw new Error(`answers other than redirects: ${JSON.stringify(others)}`);
  return redirects;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
