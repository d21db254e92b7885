import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/ports";
import { redisServer, startRedis, type TestRedis } from "../support/redis";
import { inherited, temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

// With an empty folder and no settings, as operators start it for the first time: their first look is at this output.

let redis: TestRedis | undefined;
beforeAll(async () => {
  if (redisServer) redis = await startRedis();
});
afterAll(() => redis?.kill());

interface Run {
  child: ChildProcess;
  exited: Promise<unknown>;
  url: string;
  output(): string;
}

async function start(folder: string, more: Record<string, string>): Promise<Run> {
  const port = await freePort();
  const child = spawn(process.execPath, [".build/supervisor.js"], {
    env: { ...inherited, NODE_ENV: "production", PORT: `${port}`, DATA_DIR: folder, SLOW_STATEMENT_MS: "1", ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const run = { child, exited: once(child, "close"), url: `http://localhost:${port}`, output: () => output };
  await eventually(() => expect(output).toContain("Signpost is ready"), 200_000);
  return run;
}

/** The lines of the output that warn of something: of the log, and those that Node writes itself. */
const warningsIn = (output: string) =>
  output.split("\n").filter((line) => {
    if (!line.startsWith("{")) return /warning/i.test(line);
    const { level, msg, statement } = JSON.parse(line);
    // Every statement is slow here, see SLOW_STATEMENT_MS. Only those that create the tables of a new database count.
    return level >= 40 && (msg !== "a statement took long" || /CREATE/.test(statement));
  });

const settings: [string, () => Record<string, string>][] = [
  ["one process", () => ({})],
  ["workers and Redis", () => ({ WEB_CONCURRENCY: "2", ...(redis && { REDIS_URL: redis.url }) })],
];

describe.each(settings)("with %s", (_, more) => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ["the first start and SIGTERM", "SIGTERM"],
    ["the second start and SIGINT", "SIGINT"],
  ] as const)("%s print no warning", async (_, signal) => {
    const { child, exited, url, output } = await start(folder, more());
    const [, key = ""] = /API key {3}(\S+)/.exec(output()) ?? [];
    // Connections are open in every process when it stops.
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const body = JSON.stringify({ url: "https://example.com/", custom: "first", tags: ["a"] });
    if (key) expect((await fetch(`${url}/api/url/add`, { method: "POST", headers, body })).status).toBe(200);
    // The list uses separate connections. They are idle when the database stops.
    if (key) expect((await fetch(`${url}/api/urls`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/first`, { redirect: "manual" })).status).toBe(302);
    expect((await fetch(`${url}/login`)).status).toBe(200);
    expect((await fetch(`${url}/api/ready`)).status).toBe(200);
    child.kill(signal);
    await exited;
    expect(child.exitCode).toBe(0);
    expect(warningsIn(output())).toEqual([]);
  });
});
