import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";

process.env.APP_URL = "https://sign.example";
await startDatabase();
const { announce } = await import("@/lib/platform/database/changes");
const { findDomain: domainOf } = await import("@/lib/resources/domains/resolve");
const { servesDomain } = await import("@/lib/resources/domains/service");
const { pool } = await import("@/lib/platform/database/pool");
const { Lines } = await import("@/lib/platform/database/statement");
const { db } = await import("@/lib/platform/database/db");

const { createUser } = await import("@/lib/resources/users/service");

const owner = { username: "ada", email: "ada@example.com", password: "quiet river stone" };
const { user } = await createUser(owner);
const add = (host: string, status: "active" | "pending" = "active") =>
  db.domain.create({ data: { userId: user.id, host, status } });

await add("go.brand.example");
await add("new.brand.example", "pending");

const questions = [vi.spyOn(pool, "query"), vi.spyOn(Lines.prototype, "query")];
const calls = () => questions.reduce((sum, { mock }) => sum + mock.calls.length, 0);
const clearCalls = () => {
  for (const question of questions) question.mockClear();
};
beforeEach(() => {
  // Without notifications, domains are read again after a second, which a busy machine may take for a test.
  vi.useFakeTimers({ toFake: ["Date"] });
  announce("domain_changed");
  clearCalls();
});
afterEach(() => {
  vi.useRealTimers();
});

const originOf = async (host: string) => (await domainOf(host))?.origin ?? null;

it("distinguishes the service's host, users' domains and other hosts in any spelling", async () => {
  for (const host of ["sign.example", "SIGN.example.", "sign.example:443"]) {
    expect(await originOf(host)).toBe("https://sign.example");
  }
  expect(await originOf("GO.brand.example")).toBe("https://go.brand.example");
  for (const host of ["www.go.brand.example", "WWW.GO.brand.example."]) {
    expect([await originOf(host), await servesDomain(host)]).toEqual(["https://go.brand.example", true]);
  }
  for (const host of ["www.new.brand.example", "www.www.go.brand.example", "www.other.example"]) {
    expect([host, await originOf(host), await servesDomain(host)]).toEqual([host, null, false]);
  }
  for (const host of ["new.brand.example", "other.example", "x.go.brand.example", "a b", "", "sign.example@other"]) {
    expect([host, await originOf(host)]).toEqual([host, null]);
  }
});

it("queries the database once for all unknown hosts, for visits and certificates", async () => {
  const made = Array.from({ length: 2_000 }, (_, n) => `${n}.example`);
  expect((await Promise.all(made.map((host) => domainOf(host)))).every((domain) => domain === null)).toBe(true);
  expect(await Promise.all(made.map(servesDomain))).not.toContain(true);
  expect(calls()).toBe(1);
});

it("unknown hosts push no visited domain out of the cache", async () => {
  await originOf("go.brand.example");
  for (let n = 0; n < 20_000; n++) await domainOf(`${n}.example`);
  clearCalls();
  expect(domainOf("go.brand.example")).toMatchObject({ apart: true });
  expect(calls()).toBe(0);
});

it("knows a domain as soon as it is added, and until it is deleted", async () => {
  expect([await originOf("late.example"), await servesDomain("late.example")]).toEqual([null, false]);
  const { id } = await add("late.example");
  announce("domain_changed");
  expect([await originOf("late.example"), await servesDomain("late.example")]).toEqual(["https://late.example", true]);
  await db.domain.delete({ where: { id } });
  announce("domain_changed");
  expect([await originOf("late.example"), await servesDomain("late.example")]).toEqual([null, false]);
});

it("does not cache a domain that changed while it was read", async () => {
  const reading = servesDomain("during.example");
  const { id } = await add("during.example");
  announce("domain_changed");
  await reading;
  expect(await servesDomain("during.example")).toBe(true);
  await db.domain.delete({ where: { id } });
});

it("notices an unannounced domain a moment later", async () => {
  expect(await servesDomain("quiet.example")).toBe(false);
  await add("quiet.example");
  vi.advanceTimersByTime(1_001);
  expect(await servesDomain("quiet.example")).toBe(true);
});

it("uses cached domains while the database is down, and retries now and then", async () => {
  await originOf("go.brand.example");
  announce("domain_changed");
  for (const question of questions) question.mockClear().mockRejectedValue(new Error("down") as never);
  for (let n = 0; n < 100; n++) {
    expect(await originOf("go.brand.example")).toBe("https://go.brand.example");
    expect([await originOf(`${n}.example`), await servesDomain("go.brand.example")]).toEqual([null, true]);
  }
  expect(calls()).toBeLessThan(5);
  for (const question of questions) question.mockRestore();
  vi.advanceTimersByTime(5_001);
  await add("back.example");
  expect(await servesDomain("back.example")).toBe(true);
});
