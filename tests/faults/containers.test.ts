import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyEmptyDatabase } from "../support/empty-database";
import { freePort } from "../support/ports";
import { inherited, temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

/** What matters here about a container engine: the first process has the ID 1, and sees no processes outside. */
const UNSHARE = ["--pid", "--ipc", "--fork", "--mount-proc", "--kill-child"];
const mayUnshare = spawnSync("unshare", [...UNSHARE, "true"]).status === 0;
if (!mayUnshare) console.log("Containers are not tested: this machine does not permit unshare.");

const KEY = "sp_key_of_the_administrator_of_the_tests";

const childrenOf = (pid = 0) => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

interface Container {
  child: ChildProcess;
  exited: Promise<unknown>;
  url: string;
  output(): string;
}

let folder: string;
const containers: Container[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  copyEmptyDatabase(folder);
});

afterEach(async () => {
  for (const container of containers.splice(0)) await kill(container);
  await rm(folder, { recursive: true });
});

/** Runs a program in a separate container, or without one if `contained` is false. */
async function run(program = [process.execPath, ".build/server.js"], contained = true): Promise<Container> {
  const port = await freePort();
  const [command = "", ...args] = contained ? ["unshare", ...UNSHARE, ...program] : program;
  const settings = { LOG_LEVEL: "warn", ADMIN_API_KEY: KEY, PORT: `${port}`, DATA_DIR: folder };
  const child = spawn(command, args, {
    env: { ...inherited, NODE_ENV: "production", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  const container = { child, exited: once(child, "close"), url: `http://localhost:${port}`, output: () => output };
  containers.push(container);
  return container;
}

async function runReady(...how: Parameters<typeof run>): Promise<Container> {
  const container = await run(...how);
  await eventually(() => expect(container.output()).toContain("Signpost is ready"), 60_000);
  return container;
}

/** Ends all processes of a container at once, like a power failure. */
async function kill({ child, exited }: Container): Promise<void> {
  child.kill("SIGKILL");
  await exited;
}

async function shorten({ url }: Container, custom: string): Promise<number> {
  const headers = { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ url: "https://example.com/", custom });
  return (await fetch(`${url}/api/url/add`, { method: "POST", headers, body })).status;
}

const visit = async ({ url }: Container, alias: string) =>
  (await fetch(`${url}/${alias}`, { redirect: "manual" })).status;

describe.skipIf(!mayUnshare)("containers on one DATA_DIR", () => {
  test("only one runs, and its database survives the attempts of others", async () => {
    const first = await runReady();
    expect(await shorten(first, "kept")).toBe(200);

    const others = await Promise.all([run(), run(), run(undefined, false)]);
    for (const other of others) {
      await other.exited;
      expect(other.output()).toMatch(/^(.*next\.config.*\n)?Another Signpost \(pid 1 on .*\) is using .*\.\n$/);
    }
    expect(await shorten(first, "later")).toBe(200);

    // The lock files name process IDs that a new container mistakes for its own.
    await kill(first);
    const [one, other] = await Promise.all([run(), run()]);
    await eventually(() => expect([one.output(), other.output()].join()).toContain("Signpost is ready"), 60_000);
    await eventually(() => expect([one, other].filter(({ child }) => child.exitCode === 1)).toHaveLength(1), 20_000);
    const winner = one.child.exitCode === null ? one : other;
    expect([await visit(winner, "kept"), await visit(winner, "later")]).toEqual([302, 302]);
  });

  test("does not touch a Postgres that outlived a server in another container", async () => {
    const script = `${process.execPath} .build/server.js & wait; sleep 600`;
    const first = await runReady(["sh", "-c", script]);
    expect(await shorten(first, "kept")).toBe(200);
    const [shell = 0] = childrenOf(first.child.pid);
    const server = childrenOf(shell).find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("server.js"));
    process.kill(server ?? 0, "SIGKILL");

    const second = await run(undefined, false);
    await second.exited;
    expect(second.output()).toMatch(
      /A Postgres that is not visible from here, such as one in another container, is using .*\.\n$/,
    );
    await kill(first);
    expect(await visit(await runReady(), "kept")).toBe(302);
  });
});
