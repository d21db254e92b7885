import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecret } from "@/lib/auth/two-factor";
import { provide } from "@/lib/platform/env";
import { encrypt } from "@/lib/platform/secrets";
import { unsubscribeUrl } from "@/lib/resources/weekly-reports/service";
import { api } from "../support/api";
import { codeLogIn } from "../support/code-log-in";
import { startDns, type TestDns } from "../support/dns";
import { freePort } from "../support/ports";
import { rootKeyOf } from "../support/root-key";
import { inherited, startServer, type TestServer } from "../support/server";
import { sessionCookie } from "../support/session";
import { startSmtp } from "../support/smtp";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { eventually } from "../support/wait";

const OLD = "the old secret of the tests, which is long enough";
const NEW = "the new secret of the tests, which is long enough";
const execute = promisify(execFile);

let first: TestServer;
let dns: TestDns;
let mailPort: number;
let domains: Record<string, string>;
let user: TestUser;
/** a user with two-factor authentication */
let careful: TestUser;
let cookie: string;
let published: object;
/** other secrets that the user has */
const held = { secret: newSecret(), share: "", unsubscribe: "", pass: "" };

beforeAll(async () => {
  dns = await startDns({
    "go.claimed.example": { cname: "localhost" },
    localhost: { addresses: ["127.0.0.1"] },
  });
  domains = { DNS_SERVERS: dns.address, DOMAIN_VERIFICATION: "strict" };
  mailPort = await freePort();
  first = await startServer({ env: { APP_SECRET: OLD, SMTP_URL: `smtp://127.0.0.1:${mailPort}`, ...domains } });
  user = await newUser(first);
  cookie = await sessionCookie(first, user.id);
  await api(first, user.key).post("/api/url/add", { url: "https://example.com/", custom: "kept-link" });
  await visit(first);
  await eventually(async () => expect(await clicks()).toEqual({ all: 1, first: 1 }));
  await hold();
  published = await whatIsKept(first);
});
afterAll(async () => {
  await first?.stop();
  await dns?.close();
});

const visit = ({ url }: TestServer) =>
  fetch(`${url}/kept-link`, {
    redirect: "manual",
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" },
  });

const pathOf = (address: string) => new URL(address).pathname;

/** Creates everything that is derived from the root key and that clients send back later. */
async function hold() {
  const { post, put } = api(first, user.key);
  process.env.APP_URL = first.url;
  provide({ SIGNPOST_ROOT_KEY: await rootKeyOf(first) });
  held.unsubscribe = pathOf(unsubscribeUrl(user.id));
  careful = await newUser(first);
  await sql(first, "INSERT INTO two_factors (user_id, secret, enabled_at) VALUES ($1, $2, now())", [
    careful.id,
    Buffer.from(encrypt("two-factor", held.secret)),
  ]);
  const locked = await post<{ id: number }>("/api/url/add", {
    ...{ url: "https://example.com/", custom: "locked-link", password: "open" },
  });
  const opened = await fetch(`${first.url}/locked-link`, {
    ...{ method: "POST", body: new URLSearchParams({ password: "open" }), redirect: "manual" },
  });
  held.pass = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  const shared = await put<{ data: { url: string } }>(`/api/url/${locked.body.id}/share/update`, {});
  held.share = pathOf(shared.body.data.url);
  const invitation = { email: "invited@example.com", role: "editor" };
  expect((await api(first, first.adminKey).post("/api/member/invite", invitation)).status).toBe(200);
  const { id } = await newUser(first);
  await sql(first, "INSERT INTO domains (user_id, host) VALUES ($1, 'go.claimed.example')", [id]);
}

/** Sends all of it to a server, and returns the answers. */
async function whatIsHeld(server: TestServer) {
  const { post } = api(server, user.key);
  const look = (path: string, cookie = "") =>
    fetch(`${server.url}${path}`, { headers: { cookie }, redirect: "manual" });
  // Each code works once, and this logs in more often than codes change.
  await sql(server, "UPDATE two_factors SET last_step = 0");
  const claim = await post<{ message: string }>("/api/domain/add", { domain: "http://go.claimed.example" });
  const again = api(server, user.key, { "Idempotency-Key": "0d6b1a52-made-once" });
  const made = await again.post<{ id: number }>("/api/campaign/add", { name: "Made once" });
  return {
    code: await codeLogIn(server, careful, held.secret),
    pass: (await look("/locked-link", held.pass)).headers.get("location"),
    share: (await look(held.share)).status,
    unsubscribe: (await look(held.unsubscribe)).status,
    proof: /signpost-verify=\w+/.exec(claim.body.message)?.[0],
    made: made.body.id,
  };
}

async function clicks() {
  const [row] = await sql<{ all: number; first: number }>(
    first,
    `SELECT count(*)::int AS "all", count(*) FILTER (WHERE "unique")::int AS "first"
     FROM clicks JOIN links ON link_id = links.id WHERE alias = 'kept-link'`,
  );
  return row;
}

function run(args: string[], env: Record<string, string>): [string[], { env: NodeJS.ProcessEnv }] {
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = first;
  return [
    [".build/signpost.js", ...args],
    { env: { ...inherited, NODE_ENV: "production", DATA_DIR, DATABASE_URL, ...env } },
  ];
}

async function signpost(args: string[], env: Record<string, string>) {
  return JSON.parse((await execute(process.execPath, ...run([...args, "--json"], env))).stdout);
}

/** What other people and machines have stored of this instance, as a server answers it. */
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
    ...(await whatIsHeld(server)),
  };
}

const verified = async (env: Record<string, string>) => (await signpost(["verify"], env)).differences;
const publicKey = async (env: Record<string, string>) => (await signpost(["roots"], env)).publicKey;

async function beside<T>(env: Record<string, string>, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServer({ env: { DATABASE_URL: first.databaseUrl, ...domains, ...env } });
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
  // Its connection ends when the statement that it waited for ends.
  await sleep(300);
}

it("replaces APP_SECRET while instances run, without an effect on users", async () => {
  expect(published).toEqual({
    ...{ session: 200, key: 200, administrator: 200, shownKey: true, code: "/dashboard", pass: "https://example.com/" },
    ...{ share: 200, unsubscribe: 200, proof: expect.any(String), made: expect.any(Number) },
  });
  const signedBy = await publicKey({ APP_SECRET: OLD });
  expect(await verified({ APP_SECRET: OLD })).toBe(0);

  await expect(beside({ APP_SECRET: NEW }, async () => {})).rejects.toThrow("APP_SECRET is not the one");
  const both = { APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD };
  await beside(both, async (second) => {
    expect(await whatIsKept(second)).toEqual(published);
    await killedInTheMidst(both);
    // An instance with only the old secret starts until the keys are stored under the new one.
    await beside({ APP_SECRET: OLD }, async (third) => expect(await whatIsKept(third)).toEqual(published));

    expect(await signpost(["rotate-secret"], both)).toEqual({ changed: true });
    expect(await signpost(["rotate-secret"], both)).toEqual({ changed: false });
    for (const server of [first, second]) expect(await whatIsKept(server)).toEqual(published);
  });

  await beside({ APP_SECRET: NEW }, async (last) => {
    expect(await whatIsKept(last)).toEqual(published);
    await visit(last);
    // The visitor is recognized from before.
    await eventually(async () => expect(await clicks()).toEqual({ all: 2, first: 1 }));
  });
  expect(await publicKey({ APP_SECRET: NEW })).toBe(signedBy);
  expect(await verified({ APP_SECRET: NEW })).toBe(0);
  await expect(publicKey({ APP_SECRET: OLD })).rejects.toMatchObject({ stdout: "", code: 1 });

  // The mail that has waited for the mail server since before the change.
  await first.kill();
  await sql(first, "UPDATE mails SET next_at = now()");
  const smtp = await startSmtp(mailPort);
  await beside({ APP_SECRET: NEW, SMTP_URL: smtp.url }, async () => {
    await eventually(() => expect(smtp.mails.map(({ to }) => to)).toEqual([["invited@example.com"]]));
  });
  await smtp.close();
});
