import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { chmod, copyFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isRoot } from "@/lib/platform/files/data-folder";
import { openCluster } from "@/lib/platform/postgres/cluster";
import { startTime } from "@/lib/platform/postgres/embedded-postgres";
import { copyEmptyDatabase } from "../support/empty-database";
import { freePort } from "../support/ports";
import { startPostgres } from "../support/postgres";
import { inherited, temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

interface Started {
  child: ChildProcess;
  exited: Promise<unknown>;
  port: number;
  output: () => string;
}

const started: Started[] = [];
let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill("SIGTERM");
    await exited;
  }
  // A failed test may have left Postgres running.
  if (existsSync(join(folder, "postgres/postmaster.pid"))) process.kill(postgresPid(), "SIGQUIT");
  await rm(folder, { recursive: true });
});

async function start(env: Record<string, string> = {}, cwd = "."): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [".build/server.js"], {
    cwd,
    env: {
      ...inherited,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      PORT: `${port}`,
      DATA_DIR: folder,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  const server = { child, exited: once(child, "close"), port, output: () => output };
  started.push(server);
  return server;
}

/** Starts the service on the database in its folder, or on a copy of one that has tables and no rows. */
async function startReady(env: Record<string, string> = {}, cwd?: string): Promise<Started> {
  copyEmptyDatabase(env.DATA_DIR ?? folder);
  return untilReady(await start(env, cwd));
}

async function untilReady(server: Started): Promise<Started> {
  await eventually(() => expect(server.output()).toContain("Signpost is ready"), 60_000);
  return server;
}

/** Stops the service with a signal, and expects its Postgres to end with it. */
async function expectStop({ child, exited, port }: Started, signal: "SIGTERM" | "SIGINT"): Promise<void> {
  const pid = postgresPid();
  // A connection that is kept open must not hold up the stop.
  const idle = request({ port, path: "/api/health", agent: false, headers: { Connection: "keep-alive" } }).end();
  await once(idle, "response");

  const signalledAt = Date.now();
  child.kill(signal);
  // npm forwards a signal that the terminal has already sent, so the process gets it twice.
  child.kill(signal);
  await exited;
  expect(Date.now() - signalledAt).toBeLessThan(10_000);
  expect(child.exitCode).toBe(0);
  expect(startTime(pid)).toBeUndefined();
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
}

/** Returns the output of a process that does not start, without warnings about a busy machine (slow statements). */
async function refusal(env: Record<string, string>): Promise<string> {
  const { child, exited, output } = await start({ LOG_LEVEL: "error", ...env });
  await exited;
  expect(child.exitCode).toBe(1);
  return output();
}

const postgresPid = () => Number(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
const health = (port: number) => fetch(`http://localhost:${port}/api/health`).then((response) => response.status);

test("only the first start shows the administrator's working credentials; another process at the same time exits", async () => {
  // Only this test lets Postgres make its files and the service its tables.
  const first = await untilReady(await start());
  const key = /API key +(\S+)/.exec(first.output())?.[1] ?? "";
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`http://localhost:${first.port}/api/account`, { headers });
  expect(await response.json()).toMatchObject({ error: 0, data: { email: "admin@example.com" } });
  expect(first.output()).toMatch(/Password +\S{19}\n/);

  first.child.kill("SIGTERM");
  await first.exited;
  const again = await startReady();
  expect(again.output()).not.toContain("API key");

  expect(await refusal({})).toBe(`Another Signpost (pid ${again.child.pid} on ${hostname()}) is using ${folder}.\n`);

  // A second service does not start on a copy of the folder either, in which the database is only a link.
  const copy = await temporaryFolder();
  await symlink(join(folder, "postgres"), join(copy, "postgres"));
  await copyFile(join(folder, "postgres-password"), join(copy, "postgres-password"));
  expect(await refusal({ DATA_DIR: copy })).toBe(
    `Another Signpost (pid ${again.child.pid} on ${hostname()}) is using ${join(folder, "postgres")}.\n`,
  );
  await rm(copy, { recursive: true });
  expect(await health(again.port)).toBe(200);
  await expectStop(again, "SIGTERM");
});

test("a killed process, a killed Postgres, and both start again, and of several starts at once one runs", async () => {
  const crashed = await startReady();
  crashed.child.kill("SIGKILL");
  await crashed.exited;
  const pid = postgresPid();
  expect(startTime(pid)).toBeDefined();

  // It takes over the Postgres that survived.

  const starts = await Promise.all([start(), start(), start()]);
  await eventually(() => expect(starts.filter(({ child }) => child.exitCode === 1)).toHaveLength(2), 60_000);
  const [winner, ...more] = starts.filter(({ child }) => child.exitCode === null) as [Started, ...Started[]];
  expect(more).toEqual([]);
  await untilReady(winner);
  expect(postgresPid()).toBe(pid);
  const ready = ({ port }: Started) => fetch(`http://localhost:${port}/api/ready`).then(({ status }) => status);
  expect(await health(winner.port)).toBe(200);

  process.kill(pid, "SIGKILL");
  await eventually(async () => expect(await ready(winner)).toBe(503));
  await eventually(async () => expect(await ready(winner)).toBe(200));
  expect(winner.output().match(/the database has stopped; it is restarted/g)).toHaveLength(1);

  winner.child.kill("SIGKILL");
  process.kill(postgresPid(), "SIGKILL");
  await winner.exited;
  const last = await startReady();
  expect(await ready(last)).toBe(200);
  const restarted = postgresPid();
  // Closing a terminal sends SIGHUP.
  last.child.kill("SIGHUP");
  await last.exited;
  expect(last.child.signalCode).toBe("SIGHUP");
  expect(startTime(restarted)).toBeUndefined();
});

test("two instances run next to each other, SIGINT stops one, and neither reads an .env", async () => {
  const other = await temporaryFolder();
  const clone = join(other, "clone");
  await mkdir(clone);
  for (const name of [".build", ".next", "lib", "next.config.ts", "node_modules", "package.json", "prisma"])
    await symlink(resolve(name), join(clone, name));
  await writeFile(join(clone, ".env"), "APP_URL=https://dotenv.example\n");

  const servers = await Promise.all([startReady(), startReady({ DATA_DIR: other }, clone)]);
  for (const { port } of servers) {
    expect(await health(port)).toBe(200);
    const docs = await fetch(`http://localhost:${port}/docs`).then((response) => response.text());
    expect(docs).toContain(`http://localhost:${port}/api/`);
    expect(docs).not.toContain("dotenv.example");
  }
  await expectStop(servers[0], "SIGINT");
  servers[1].child.kill("SIGTERM");
  await servers[1].exited;
  await rm(other, { recursive: true });
});

test.skipIf(!isRoot)("a database that root copied back without access for Postgres still works", async () => {
  copyEmptyDatabase(folder);
  const password = "a password of the tests";
  const { data, account } = await openCluster(folder, password);
  execFileSync("chown", ["-R", "0:0", data]);
  await chmod(folder, 0o700);

  const again = await openCluster(folder, password);
  expect(again.data).not.toBe(data);
  expect(realpathSync(data)).toBe(again.data);
  expect(statSync(join(again.data, "PG_VERSION")).uid).toBe(account?.uid);
  expect(await openCluster(folder, password)).toEqual(again);
  await rm(again.data, { recursive: true });
});

test("an invalid value stops the start with one line that names the variable", async () => {
  expect(await refusal({ RATE_LIMIT_PER_MINUTE: "many" })).toBe(
    'RATE_LIMIT_PER_MINUTE must be a number (it is "many")\n',
  );
});

test.each(["GEOIP_DB", "BLOCKLIST", "REFERRER_SPAM_LIST", "JOURNAL_DIR"])(
  "an unusable %s stops the start with one line",
  async (name) => {
    const wrong = new RegExp(`^${name} /dev/null/none cannot be (read|written): .*\\n$`);
    expect(await refusal({ [name]: "/dev/null/none" })).toMatch(wrong);
  },
);

test("an invalid GEOIP_DB stops the start with one line", async () => {
  expect(await refusal({ GEOIP_DB: "package.json" })).toMatch(/^GEOIP_DB package\.json cannot be read: .*\n$/);
});

test("a DATA_DIR that cannot be created stops the start with one line", async () => {
  expect(await refusal({ DATA_DIR: "/dev/null/data" })).toMatch(/^DATA_DIR \/dev\/null\/data cannot be written: .*\n$/);
});

test("a DATA_DIR without write access stops the start with one line", async () => {
  expect(await refusal({ DATA_DIR: "/proc/x/y" })).toMatch(/^DATA_DIR \/proc\/x\/y cannot be written: .*\n$/);
});

test("the start waits for a database that cannot be reached with one line, without its password; a stop ends it", async () => {
  const port = await freePort();
  const { child, exited, output } = await start({ DATABASE_URL: `postgresql://me:hidden@127.0.0.1:${port}/signpost` });
  const line = /^Waiting for the database at 127\.0\.0\.1:\d+\/signpost: .*ECONNREFUSED.*\n$/;
  await eventually(() => expect(output()).toMatch(line));
  // By now it has tried more than once.
  await sleep(1_500);
  child.kill("SIGTERM");
  await exited;
  expect(child.exitCode).toBe(0);
  expect(output()).toMatch(line);
});

test("a database that starts later is used; one that always rejects us stops the start with one line", async () => {
  const postgres = await startPostgres();
  try {
    const wrong = new URL(postgres.url);
    wrong.password = "hidden";
    expect(await refusal({ DATABASE_URL: wrong.href })).toMatch(/^The database at .* cannot be used: password .*\n$/);
    wrong.href = postgres.url;
    wrong.pathname = "/missing";
    expect(await refusal({ DATABASE_URL: wrong.href })).toMatch(/^The database at .* cannot be used: .*exist.*\n$/);

    await postgres.recover();
    const secrets = { ADMIN_PASSWORD: "a secret of the operator", ADMIN_API_KEY: "sp_another_secret_of_the_operator" };
    const { output } = await start({ DATABASE_URL: postgres.url, ...secrets });
    await eventually(
      () => expect(output()).toMatch(/^Waiting for .*(starting up|not accepting connections)\n/),
      30_000,
    );
    await postgres.start();
    await eventually(() => expect(output()).toContain("Signpost is ready"), 60_000);
    // Secrets from the environment are not printed.
    expect(output()).toMatch(/Password +from ADMIN_PASSWORD\n +API key +from ADMIN_API_KEY\n/);
    for (const secret of Object.values(secrets)) expect(output()).not.toContain(secret);
  } finally {
    for (const { child, exited } of started.splice(0)) {
      child.kill("SIGTERM");
      await exited;
    }
    await postgres.remove();
  }
});

test("a port in use stops the start with one line, and Postgres with it", async () => {
  copyEmptyDatabase(folder);
  const other = createServer().listen(0, "0.0.0.0");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? `${address?.port}` : "";
  expect(await refusal({ PORT: port })).toMatch(new RegExp(`^Port ${port} on 0\\.0\\.0\\.0 .* in use .*\\n$`));
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
  other.close();
});
