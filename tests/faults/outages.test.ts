import Redis from "ioredis";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../support/api";
import { freePort } from "../support/ports";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { redisServer, startRedis, type TestRedis } from "../support/redis";
import { startServer, type TestServer } from "../support/server";
import { eventually } from "../support/wait";

// A database and a Redis that answer, but do not do their work.

let postgres: TestPostgres;
let redis: TestRedis | undefined;
let server: TestServer;
/** a connection that stays usable, because it was made before */
let client: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  redis = redisServer ? await startRedis() : undefined;
  server = await startServer({ env: { DATABASE_URL: postgres.url, ...(redis && { REDIS_URL: redis.url }) } });
  // The server's database is another one, so that it can be renamed.
  client = new pg.Client({ connectionString: postgres.url.replace(/postgres$/, "template1") });
  await client.connect();
  expect(await answers("POST", "/api/url/add", { url: "https://example.com/", custom: "cached" })).toEqual([200]);
  await eventually(async () => expect(await visit()).toBe(302));
});

afterAll(async () => {
  await client?.end();
  await server?.stop();
  await redis?.kill();
  await postgres?.remove();
});

async function answers(method: "GET" | "POST", path: string, body?: unknown) {
  const { get, post } = api(server, server.adminKey);
  const { status, body: answer } = await (method === "GET" ? get : post)<{ code?: string }>(path, body);
  return answer.code === undefined ? [status] : [status, answer.code];
}

const visit = async () => (await fetch(`${server.url}/cached`, { redirect: "manual" })).status;
const shorten = () => answers("POST", "/api/url/add", { url: "https://example.com/" });
const list = () => answers("GET", "/api/urls");
const ready = () => answers("GET", "/api/ready");

const endConnections = () =>
  client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'");

/** Changes the database, runs `check` and undoes the change. Each change ends all connections of the service. */
async function meanwhile(change: string, undo: string, check: () => Promise<void>): Promise<void> {
  // The service connects again at once, and a database with connections cannot be renamed.
  const run = (statement: string) =>
    eventually(async () => {
      await endConnections();
      await client.query(statement);
      await endConnections();
    });
  await run(change);
  try {
    await eventually(async () => {
      // A connection that was being made during the change may still work as before.
      await endConnections();
      await check();
    });
    expect(await visit()).toBe(302);
    expect(await answers("GET", "/api/ready/visits")).toEqual([200]);
  } finally {
    await run(undo);
  }
  await eventually(async () => expect([await ready(), await list(), await shorten()]).toEqual([[200], [200], [200]]));
}

test("a read-only database is an outage for what is saved, and can be read", async () => {
  const setting = "default_transaction_read_only";
  await meanwhile(
    `ALTER DATABASE postgres SET ${setting} = on`,
    `ALTER DATABASE postgres RESET ${setting}`,
    async () => {
      expect(await ready()).toEqual([503, "database_read_only"]);
      expect(await shorten()).toEqual([503, "database_read_only"]);
      expect(await answers("POST", "/api/campaign/add", { slug: "a" })).toEqual([503, "database_read_only"]);
      expect(await list()).toEqual([200]);
    },
  );
});

test("a database that becomes read-only under open connections is noticed", async () => {
  await client.query("ALTER SYSTEM SET default_transaction_read_only = on");
  await client.query("SELECT pg_reload_conf()");
  try {
    await eventually(async () => expect(await ready()).toEqual([503, "database_read_only"]));
    expect(await shorten()).toEqual([503, "database_read_only"]);
  } finally {
    await client.query("SET default_transaction_read_only = off");
    await client.query("ALTER SYSTEM RESET default_transaction_read_only");
    await client.query("SELECT pg_reload_conf()");
  }
  await eventually(async () => expect([await ready(), await shorten()]).toEqual([[200], [200]]));
});

test("a statement that the provider cancels is an outage", async () => {
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  const cancelling = setInterval(
    () => client.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"),
    200,
  );
  try {
    await holder.query("BEGIN; LOCK links, sweeps");
    expect(await shorten()).toEqual([503, "database_too_slow"]);
    expect(await list()).toEqual([503, "database_too_slow"]);
    await eventually(async () => expect(await ready()).toEqual([503, "database_too_slow"]), 15_000);
    expect(await visit()).toBe(302);
  } finally {
    clearInterval(cancelling);
    await holder.end();
  }
  await eventually(async () => expect([await ready(), await list(), await shorten()]).toEqual([[200], [200], [200]]));
});

test("a changed password is an outage that names the cause", async () => {
  const { username, password } = new URL(postgres.url);
  const set = (word: string) => `ALTER ROLE "${username}" PASSWORD '${word}'`;
  await meanwhile(set("changed"), set(decodeURIComponent(password)), async () => {
    for (const ask of [ready, list, shorten]) expect(await ask()).toEqual([503, "database_rejects_service"]);
  });
});

test("a missing database is an outage that names the cause", async () => {
  await meanwhile("ALTER DATABASE postgres RENAME TO gone", "ALTER DATABASE gone RENAME TO postgres", async () => {
    for (const ask of [ready, list, shorten]) expect(await ask()).toEqual([503, "database_rejects_service"]);
  });
});

test("a database that accepts no connections is an outage", async () => {
  const allow = "ALTER DATABASE postgres ALLOW_CONNECTIONS";
  await meanwhile(`${allow} false`, `${allow} true`, async () => {
    for (const ask of [ready, list, shorten]) expect(await ask()).toEqual([503, "database_unreachable"]);
  });
});

test("a database without its tables is not ready", async () => {
  const inside = new pg.Client({ connectionString: postgres.url });
  await inside.connect();
  await inside.query("ALTER TABLE sweeps RENAME TO gone");
  try {
    await eventually(async () => expect(await ready()).toEqual([503, "database_unreachable"]));
  } finally {
    await inside.query("ALTER TABLE gone RENAME TO sweeps");
    await inside.end();
  }
  await eventually(async () => expect(await ready()).toEqual([200]));
});

const config = (client: Redis, name: string, value: string) => client.config("SET", name, value);

test.skipIf(!redisServer).each<[string, (client: Redis) => Promise<unknown>, (client: Redis) => Promise<unknown>]>([
  ["whose memory is full", (one) => config(one, "maxmemory", "1"), (one) => config(one, "maxmemory", "0")],
  [
    "that has become a replica",
    async (one) => one.replicaof("127.0.0.1", await freePort()),
    (one) => one.replicaof("NO", "ONE"),
  ],
  [
    "that asks for a password",
    (one) =>
      config(one, "requirepass", "a password").then(() =>
        one.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"),
      ),
    (one) => config(one, "requirepass", ""),
  ],
])("a Redis %s is reported, and requests pass", async (_, change, undo) => {
  const degraded = async () => {
    const { body } = await api(server).get<{ degraded: { code: string }[] }>("/api/ready");
    return body.degraded.map(({ code }) => code);
  };
  const one = new Redis(redis?.url ?? "");
  try {
    await change(one);
    await eventually(async () => expect(await degraded()).toContain("redis_unreachable"));
    expect(await list()).toEqual([200]);
  } finally {
    await undo(one);
    one.disconnect();
  }
  await eventually(async () => expect(await degraded()).not.toContain("redis_unreachable"));
});
