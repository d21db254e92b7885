import { beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import type { Failure } from "../support/links";
import { newPlan, SOON, timeIn } from "../support/plans";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";

const server = inject("server");
const admin = api(server, server.adminKey);

interface Plan extends Record<string, unknown> {
  id: number;
  name: string;
  prices: unknown;
  limits: Record<string, unknown>;
}

const plans = async () => (await admin.get<{ data: Plan[] }>("/api/plans")).body.data;
const planId = async (name: string) => (await plans()).find((plan) => plan.name === name)?.id ?? 0;
const subscribe = (plan: number | string, user: number | string, body: unknown) =>
  admin.put<Failure>(`/api/plan/${plan}/user/${user}`, body);
const userOf = async ({ id }: TestUser) =>
  (await admin.get<{ data: Record<string, unknown> }>(`/api/user/${id}`)).body.data;

let free: number;
let pro: number;
beforeAll(async () => {
  free = await planId("Free");
  pro = await planId("Pro");
});

/** The end of a monthly or yearly subscription from `start`, by SQL's own calendar. */
const later = async (start: Date, interval: string) => {
  const [row] = await sql<{ at: string }>(
    server,
    "SELECT extract(epoch FROM ($1::timestamptz AT TIME ZONE 'UTC' + $2::interval) AT TIME ZONE 'UTC')::text AS at",
    [start, interval],
  );
  return Number(row?.at) * 1000;
};

describe("GET /api/plans", () => {
  it("has the contract's members and no others: null prices of a free plan, decimal prices, flags and counts as text", async () => {
    const { status, body } = await admin.get<{ error: number; data: Plan[] }>("/api/plans");
    expect([status, body.error, Object.keys(body)]).toEqual([200, 0, ["error", "data"]]);
    const on = { enabled: "1" };
    expect(body.data.find(({ name }) => name === "Free")).toEqual({
      id: free,
      name: "Free",
      free: true,
      prices: null,
      limits: {
        links: 500,
        clicks: 50_000,
        retention: 90,
        custom: on,
        team: { enabled: "0", count: "0" },
        splash: { enabled: "1", count: "1" },
        overlay: { enabled: "1", count: "1" },
        pixels: { enabled: "1", count: "3" },
        domain: { enabled: "1", count: "1" },
        multiple: on,
        alias: { enabled: "0" },
        device: on,
        geo: on,
        bundle: on,
        parameters: on,
        export: { enabled: "0" },
        api: on,
      },
    });
    expect(body.data.find(({ name }) => name === "Pro")).toMatchObject({
      free: false,
      prices: { monthly: 9, yearly: 90, lifetime: 270 },
    });
  });

  it("shows no limit as 0, and a missing price as null", async () => {
    const { id } = await newPlan(server);
    const plan = (await plans()).find((listed) => listed.id === id);
    expect(plan?.prices).toEqual({ monthly: 7.5, yearly: null, lifetime: null });
    expect(plan?.limits).toMatchObject({ links: 0, clicks: 0, retention: 0, pixels: { enabled: "1", count: "0" } });
  });
});

describe("PUT /api/plan/:planid/user/:userid", () => {
  it.each([
    ["monthly", "1 month"],
    ["yearly", "1 year"],
  ])("sets plan, type and expiration: %s without expiration is %s from now", async (type, interval) => {
    const user = await newUser(server);
    const before = new Date();
    const { status, body } = await subscribe(pro, user.id, { type });
    expect([status, body]).toEqual([
      200,
      { error: 0, message: expect.stringMatching(/^The user has the Pro plan until /) },
    ]);
    const shown = await userOf(user);
    expect(shown).toMatchObject({ status: "pro", planid: pro });
    const end = Date.parse(`${shown.expires}Z`);
    expect(end).toBeGreaterThanOrEqual((await later(before, interval)) - 1000);
    expect(end).toBeLessThanOrEqual(await later(new Date(), interval));
    const stored = await sql(server, "SELECT plan_interval FROM users WHERE id = $1", [user.id]);
    expect(stored).toEqual([{ plan_interval: type }]);
  });

  it("has no end for a lifetime plan", async () => {
    const user = await newUser(server);
    expect((await subscribe(pro, user.id, { type: "lifetime" })).body.message).toBe("The user has the Pro plan.");
    expect(await userOf(user)).toMatchObject({ status: "pro", planid: pro, expires: null });
  });

  it.each(["monthly", "yearly", "lifetime"])("accepts the expiration that is sent with %s", async (type) => {
    const user = await newUser(server);
    const expiration = "2031-02-28 07:08:09";
    expect((await subscribe(pro, user.id, { type, expiration })).status).toBe(200);
    expect(await userOf(user)).toMatchObject({ planid: pro, expires: expiration });
  });

  it("extends the same plan from its current end, to the end of a shorter month", async () => {
    const user = await newUser(server);
    await subscribe(pro, user.id, { type: "monthly", expiration: "2032-01-31 12:00:00" });
    await subscribe(pro, user.id, { type: "monthly" });
    expect((await userOf(user)).expires).toBe("2032-02-29 12:00:00");
    await subscribe(pro, user.id, { type: "yearly" });
    expect((await userOf(user)).expires).toBe("2033-02-28 12:00:00");
  });

  it("adds up renewals at the same time", async () => {
    const user = await newUser(server);
    await subscribe(pro, user.id, { type: "monthly", expiration: "2032-03-15 12:00:00" });
    await Promise.all(Array.from({ length: 6 }, () => subscribe(pro, user.id, { type: "monthly" })));
    expect((await userOf(user)).expires).toBe("2032-09-15 12:00:00");
  });

  it("counts from now for another plan, and from the end for the same one", async () => {
    const user = await newUser(server);
    const other = await newPlan(server);
    await subscribe(pro, user.id, { type: "monthly", expiration: "2032-01-31 12:00:00" });
    await subscribe(other.id, user.id, { type: "monthly" });
    const soon = Date.now() + 32 * 86_400_000;
    expect(Date.parse(`${(await userOf(user)).expires}Z`)).toBeLessThan(soon);
    await subscribe(pro, user.id, { type: "monthly", expiration: "2020-01-31 12:00:00" });
    expect(await userOf(user)).toMatchObject({ status: "free", planid: free, expires: null });
    await subscribe(pro, user.id, { type: "monthly" });
    expect(Date.parse(`${(await userOf(user)).expires}Z`)).toBeGreaterThan(Date.now());
    expect(Date.parse(`${(await userOf(user)).expires}Z`)).toBeLessThan(soon);
  });

  it("has no end for a free plan, with any expiration", async () => {
    const user = await newUser(server);
    await subscribe(pro, user.id, { type: "yearly" });
    const sent = { type: "monthly", expiration: "2031-02-28 07:08:09" };
    expect((await subscribe(free, user.id, sent)).body.message).toBe("The user has the Free plan.");
    expect(await userOf(user)).toMatchObject({ status: "free", planid: free, expires: null });
  });

  it("applies to the user's key at once, and ends at the given moment", async () => {
    const user = await newUser(server);
    const own = api(server, user.key);
    const status = async () => (await own.get<{ data: { status: string } }>("/api/account")).body.data.status;
    expect(await status()).toBe("free");
    const expiration = timeIn(SOON);
    await subscribe(pro, user.id, { type: "monthly", expiration });
    expect(await status()).toBe("pro");
    expect(await userOf(user)).toMatchObject({ status: "pro", planid: pro, expires: expiration });
    // Its key stays cached, so only the clock ends the plan.
    while (Date.now() < Date.parse(`${expiration}Z`)) {
      const answer = await status();
      if (Date.now() < Date.parse(`${expiration}Z`)) expect(answer).toBe("pro");
    }
    expect(await status()).toBe("free");
    expect(await userOf(user)).toMatchObject({ status: "free", planid: free, expires: null });
  });

  it.each([
    ["no type", {}, "type"],
    ["an empty type", { type: "" }, "type"],
    ["an unknown type", { type: "weekly" }, "type"],
    ["a number as type", { type: 1 }, "type"],
    ["an expiration that may be two days", { type: "monthly", expiration: "3/4/2031" }, "expiration"],
    ["an expiration that no calendar has", { type: "monthly", expiration: "2031-02-29 00:00:00" }, "expiration"],
  ])("rejects %s and changes nothing", async (_, sent, path) => {
    const user = await newUser(server);
    const { status, body } = await subscribe(pro, user.id, sent);
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([400, 1, path]);
    expect(await userOf(user)).toMatchObject({ planid: free, expires: null });
  });

  it("rejects an unknown plan, an unknown user and invalid IDs", async () => {
    const user = await newUser(server);
    const body = { type: "monthly" };
    expect(await subscribe(2_000_000_000, user.id, body)).toMatchObject({
      status: 404,
      body: { error: 1, code: "not_found", message: "This plan does not exist." },
    });
    expect(await subscribe(pro, 2_000_000_000, body)).toMatchObject({
      status: 404,
      body: { error: 1, code: "not_found", message: "This user does not exist." },
    });
    expect((await subscribe("x", user.id, body)).body.errors?.[0]?.path).toBe("planid");
    expect((await subscribe(pro, "0", body)).body.errors?.[0]?.path).toBe("userid");
  });
});

it.each([
  ["GET", "/api/plans"],
  ["PUT", "/api/plan/1/user/1"],
] as const)("%s %s is only for administrators", async (method, path) => {
  const { key } = await newUser(server);
  const ask = (with_?: string) =>
    api(server, with_)[method === "GET" ? "get" : "put"]<Failure>(path, method === "GET" ? undefined : {});
  expect(await ask(key)).toMatchObject({
    status: 403,
    body: { error: 1, code: "admin_only", message: "Only administrators can do this." },
  });
  expect((await ask()).status).toBe(401);
});
