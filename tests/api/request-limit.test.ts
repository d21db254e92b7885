import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../support/api";
import { type Failure, linkOwner } from "../support/links";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

let server: TestServer;
// The default limit: an empty variable counts as unset.
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: "", TRUSTED_PROXIES: "loopback" } });
});
afterAll(() => server?.stop());

const limitOf = (headers: Headers) =>
  ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after"].map((name) => {
    const value = headers.get(name);
    return value === null ? null : Number(value);
  });

it("allows 30 requests of a key per minute for all endpoints, and rejects the 31st", async () => {
  const [one, other] = await Promise.all([newUser(server), newUser(server)]);
  const { get, post, put } = api(server, one.key);
  const began = Math.floor(Date.now() / 1000);
  const first = limitOf((await get("/api/account")).headers);
  const resetAt = first[2] ?? 0;
  expect(first).toEqual([30, 29, expect.any(Number), null]);
  expect(resetAt).toBeGreaterThanOrEqual(began + 59);
  expect(resetAt).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60);

  // Refusals and unknown addresses count as well.
  const calls = [() => get("/api/urls"), () => post("/api/url/add", {}), () => put("/api/nothing"), () => get("/api")];
  for (let used = 2; used <= 30; used++) {
    const answer = await calls[used % calls.length]?.();
    expect(answer?.status).not.toBe(429);
    expect(limitOf(answer?.headers ?? new Headers())).toEqual([30, 30 - used, resetAt, null]);
  }

  for (const call of [() => get<Failure>("/api/account"), () => put<Failure>("/api/nothing")]) {
    const before = Date.now() / 1000;
    const { status, headers, body } = await call();
    expect([status, body]).toEqual([429, { error: 1, code: "rate_limited", message: expect.stringMatching(/\.$/) }]);
    const [limit, remaining, reset, retryAfter] = limitOf(headers);
    expect([limit, remaining, reset]).toEqual([30, 0, resetAt]);
    // A client that waits this long is allowed again, and waits at most a second too long.
    // The end of the window is given in whole seconds, and the window is no longer than a minute.
    expect(retryAfter).toBeGreaterThanOrEqual(Math.min(60, resetAt - Date.now() / 1000));
    expect(retryAfter).toBeLessThanOrEqual(resetAt - Math.floor(before));
    expect(headers.get("x-request-id")).not.toBeNull();
  }

  expect((await api(server, other.key).get("/api/account")).status).toBe(200);
  for (const path of ["/api/health", "/api/ready"]) expect((await get(path)).status).toBe(200);
});

it("limits requests without a valid key by their address, which clients cannot forge", async () => {
  const from = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/account`, { headers: { "x-forwarded-for": address, ...headers } });
  for (let used = 1; used <= 30; used++) {
    // Neither a new wrong key nor a forged address makes a new client.
    const claim = { authorization: `Bearer wrong${used}`, "x-client-address": `192.0.2.${used}` };
    expect((await from(`192.0.2.${used}, 198.51.100.1`, claim)).status).toBe(401);
  }
  expect((await from("198.51.100.1")).status).toBe(429);
  expect((await from("198.51.100.2")).status).toBe(401);
  const user = await newUser(server);
  expect((await from("198.51.100.1", { authorization: `Bearer ${user.key}` })).status).toBe(200);
});

it.each([
  ["its health", "health", 200],
  ["certificates for its own host", "tls/allowed?domain=localhost", 200],
  ["certificates for others", "tls/allowed?domain=other.example", 404],
])("does not count requests about %s", async (_, path, expected) => {
  const ask = () => fetch(`${server.url}/api/${path}`, { headers: { "x-forwarded-for": "198.51.100.9" } });
  for (let sent = 0; sent < 40; sent++) {
    const { status, headers } = await ask();
    expect([status, ...limitOf(headers).slice(0, 2)]).toEqual([expected, 30, 30]);
  }
});

it("stops looking up links for a scanner, which still gets cached links, like everyone else", async () => {
  const owner = await linkOwner(server);
  const visited = await owner.create();
  const from = (address: string, url: string) => visit(url, { headers: { "x-forwarded-for": address } });
  const [scanner, other] = ["198.51.100.21", "198.51.100.20"];
  await from(other, visited.shorturl);
  // The notice of a new link can arrive after the first visit, and removes what that visit cached.
  const clicks = `SELECT clicks::int FROM link_counts WHERE link_id = ${visited.id}`;
  await eventually(async () => expect(await sql(server, clicks)).toEqual([{ clicks: 1 }]));
  await from(other, visited.shorturl);

  let guessed = 0;
  const guess = (count: number) =>
    Promise.all(Array.from({ length: count }, () => from(scanner, `${server.url}/guess-${guessed++}`)));
  for (let turn = 0; turn < 6; turn++)
    expect(new Set((await guess(50)).map(({ status }) => status))).toEqual(new Set([404]));

  // During the attack, what becomes available again is used up at once.
  let unseen = visited;
  await eventually(async () => {
    unseen = await owner.create();
    await guess(50);
    const { status, headers, body } = await from(scanner, unseen.shorturl);
    expect([status, headers.get("retry-after")]).toEqual([429, "10"]);
    expect(body).toContain("too many links that do not exist");
  });
  for (const place of ["q/2222222", "b/nobody", "r/nowhere"])
    await eventually(async () => {
      await guess(50);
      expect((await from(scanner, `${server.url}/${place}`)).status).toBe(429);
    });

  expect((await from(scanner, visited.shorturl)).status).toBe(302);
  expect((await from(other, unseen.shorturl)).status).toBe(302);
  expect((await from(scanner, unseen.shorturl)).status).toBe(302);
});
