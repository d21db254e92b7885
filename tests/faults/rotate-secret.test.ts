import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../support/api";
import { startServer, type TestServer } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { eventually } from "../support/wait";

const OLD = "the old secret of the tests, which is long enough";
const NEW = "the new secret of the tests, which is long enough";
const execute = promisify(execFile);

let first: TestServer;
let user: TestUser;
let cookie: string;
let published: object;

beforeAll(async () => {
  first = await startServer({ env: { APP_SECRET: OLD } });
  user = await newUser(first);
  cookie = await sessionCookie(first, user.id);
  await api(first, user.key).post("/api/url/add", { url: "https://example.com/", custom: "kept-link" });
  await visit(first);
  await eventually(async () => expect(await clicks()).toEqual({ all: 1, first: 1 }));
  published = await whatIsKept(first);
});
afterAll(() => first?.stop());

const visit = ({ url }: TestServer) =>
  fetch(`${url}/kept-link`, {
    redirect: "manual",
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" },
  });

async function clicks() {
  const [row] = await sql<{ all: number; first: number }>(
    first,
    'SELECT count(*)::int AS "all", count(*) FILTER (WHERE "unique")::int AS "first" FROM clicks',
  );
  return row;
}

function run(args: string[], env: Record<string, string>): [string[], { env: NodeJS.ProcessEnv }] {
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = first;
  return [
    [".build/signpost.js", ...args],
    { env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR, DATABASE_URL, ...env } },
  ];
}

async function signpost(args: string[], env: Record<string, string>) {
  return JSON.parse((await execute(process.execPath, ...run([...args, "--json"], env))).stdout);
}

/** What people and other machines hold of this instance, as a server answers it. */
async function whatIsKept(server: TestServer) {
  const asUser = api(server, user.key);
  const admin = api(server, server.adminKey);
  const dashboard = await fetch(`${server.url}/dashboard/links`, { headers: { cookie }, redirect: "manual" });
  const shown = await admin.get<{ data: { apikey: string } }>(`/api/user/${user.id}`);
  return {
    session: dashboard.status,
    key: (await asUser.get("/api/account")).status,
    administrator: (await admin.get("/api/users")).status,
    shownKey: shown.body.data.apikey === user.key,
  };
}

const verified = async (env: Record<string, string>) => (await signpost(["verify"], env)).differences;
const publicKey = async (env: Record<string, string>) => (await signpost(["roots"], env)).publicKey;

async function beside<T>(env: Record<string, string>, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServer({ env: { DATABASE_URL: first.databaseUrl, ...env } });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Kills the command while it waits for the row that it is about to write. */
async function killedInTheMidst(env: Record<string, string>) {
  const client = new pg.Client({ connectionString: first.databaseUrl });
  await client.connect();
  let child: ChildProcess | undefined;
  try {
    await client.query("BEGIN; UPDATE kept_keys SET wrapped_at = wrapped_at");
    child = spawn(process.execPath, ...run(["rotate-secret"], env));
    await eventually(async () => {
      const { rows } = await client.query("SELECT FROM pg_locks WHERE NOT granted");
      expect(rows.length).toBeGreaterThan(0);
    });
    child.kill("SIGKILL");
    await once(child, "exit");
  } finally {
    await client.query("ROLLBACK");
    await client.end();
  }
  // Its connection ends when the statement that it waited for does.
  await sleep(300);
}

it("replaces APP_SECRET while instances run, and nobody notices", async () => {
  expect(published).toEqual({ session: 200, key: 200, administrator: 200, shownKey: true });
  const signedBy = await publicKey({ APP_SECRET: OLD });
  expect(await verified({ APP_SECRET: OLD })).toBe(0);

  await expect(beside({ APP_SECRET: NEW }, async () => {})).rejects.toThrow("APP_SECRET is not the one");
  const both = { APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD };
  await beside(both, async (second) => {
    expect(await whatIsKept(second)).toEqual(published);
    await killedInTheMidst(both);
    // One that has heard of nothing starts until the keys are kept under the new one.
    await beside({ APP_SECRET: OLD }, async (third) => expect(await whatIsKept(third)).toEqual(published));

    expect(await signpost(["rotate-secret"], both)).toEqual({ changed: true });
    expect(await signpost(["rotate-secret"], both)).toEqual({ changed: false });
    for (const server of [first, second]) expect(await whatIsKept(server)).toEqual(published);
  });

  await beside({ APP_SECRET: NEW }, async (last) => {
    expect(await whatIsKept(last)).toEqual(published);
    await visit(last);
    // The visitor was here before.
    await eventually(async () => expect(await clicks()).toEqual({ all: 2, first: 1 }));
  });
  expect(await publicKey({ APP_SECRET: NEW })).toBe(signedBy);
  expect(await verified({ APP_SECRET: NEW })).toBe(0);
  await expect(publicKey({ APP_SECRET: OLD })).rejects.toMatchObject({ stdout: "", code: 1 });
});
