import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { inherited } from "./server";

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `npm run signpost <args>` in a process with only this environment. */
export function startCommand(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [".build/signpost.js", ...args], {
    env: { ...inherited, NODE_ENV: "production", LOG_LEVEL: "warn", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

export async function command(args: string[], env: Record<string, string>, input = ""): Promise<Ran> {
  const child = startCommand(args, env);
  child.stdin?.on("error", () => {}).end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout as never), text(child.stderr as never)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { code: child.exitCode, stdout, stderr };
}
