import { afterEach, describe, expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { findActorByKey, generateApiKey, revealLegacyKey, rotateLegacyKey } = await import("@/lib/auth/api-key");
const { announce } = await import("@/lib/platform/database/changes");
const { hmac } = await import("@/lib/platform/secrets");
const { createUser } = await import("@/lib/resources/users/service");
const { db } = await import("@/lib/platform/database/db");

// Expirations are tested with fake time instead of waiting.
afterEach(() => vi.useRealTimers());

let count = 0;
function newUser() {
  const username = `key-user-${++count}`;
  return createUser({ username, email: `${username}@example.com`, password: "quiet river stone" });
}

async function actorOf(key: string) {
  const actor = await findActorByKey(key);
  if (!actor) throw new Error("the key is not known");
  return actor;
}

describe("an API key", () => {
  it("is recognizable and random", () => {
    const keys = Array.from({ length: 100 }, generateApiKey);
    for (const key of keys) expect(key).toMatch(/^sp_[A-Za-z0-9_-]{43}$/);
    expect(new Set(keys).size).toBe(100);
  });

  it("gives access to its holder's account on the Free plan", async () => {
    const { user, apiKey } = await newUser();
    expect(await findActorByKey(apiKey)).toMatchObject({
      userId: user.id,
      email: user.email,
      username: user.username,
      admin: false,
      plan: { name: "Free", free: true },
      planExpiresAt: null,
    });
  });

  it.each(["", "sp_", "sp_unknown", `${generateApiKey()}\u0000`, "x".repeat(10_000)])(
    "gives no access if it is unknown",
    async (key) => {
      expect(await findActorByKey(key)).toBeNull();
    },
  );

  it("is not stored in readable form, and can be shown again", async () => {
    const { user, apiKey } = await newUser();
    const row = await db.apiKey.findFirstOrThrow({ where: { userId: user.id } });
    for (const bytes of [row.hmac, row.encrypted])
      expect(Buffer.from(bytes as Uint8Array).includes(apiKey)).toBe(false);
    expect(await revealLegacyKey(user.id)).toBe(apiKey);
  });

  it("stops working at once when it is replaced", async () => {
    const { apiKey } = await newUser();
    const fresh = await rotateLegacyKey((await actorOf(apiKey)).userId);
    expect(await findActorByKey(apiKey)).toBeNull();
    const actor = await actorOf(fresh);
    expect(await revealLegacyKey(actor.userId)).toBe(fresh);
  });

  it("expires while it is cached", async () => {
    const { user, apiKey } = await newUser();
    const expiresAt = new Date(Date.now() + 10_000);
    await db.apiKey.updateMany({ where: { userId: user.id }, data: { expiresAt } });
    await actorOf(apiKey);
    vi.useFakeTimers({ toFake: ["Date"] }).setSystemTime(expiresAt);
    expect(await findActorByKey(apiKey)).toBeNull();
  });

  it("costs no query while it is cached", async () => {
    const { apiKey } = await newUser();
    await actorOf(apiKey);
    const look = vi.spyOn(db.apiKey, "findUnique");
    await Promise.all([actorOf(apiKey), actorOf(apiKey)]);
    expect(look).not.toHaveBeenCalled();
    look.mockRestore();
  });

  it("is not cached if it changes during the look-up", async () => {
    const { user, apiKey } = await newUser();
    // It fails if the key is deleted first.
    const before = actorOf(apiKey).catch(() => undefined);
    announce("user_changed", `${user.id}`);
    await db.apiKey.deleteMany({ where: { userId: user.id } });
    await before;
    expect(await findActorByKey(apiKey)).toBeNull();
  });

  it("if unknown, is looked up for an address only a limited number of times a minute", async () => {
    const look = vi.spyOn(db.apiKey, "findUnique");
    const keys = Array.from({ length: 305 }, generateApiKey);
    for (const key of keys) expect(await findActorByKey(key, "192.0.2.9")).toBeNull();
    expect(look).toHaveBeenCalledTimes(300);
    look.mockRestore();
    const { user, apiKey } = await newUser();
    expect(await findActorByKey(apiKey, "192.0.2.9")).toBeNull();
    expect(await findActorByKey(apiKey, "192.0.2.10")).toMatchObject({ userId: user.id });
    // Now it is known.
    expect(await findActorByKey(apiKey, "192.0.2.9")).toMatchObject({ userId: user.id });
  });

  it("is looked up again after the database reports a change of the key or its holder", async () => {
    const { user, apiKey } = await newUser();
    await actorOf(apiKey);
    await db.user.update({ where: { id: user.id }, data: { admin: true } });
    announce("user_changed", `${user.id}`);
    expect((await actorOf(apiKey)).admin).toBe(true);
    await db.apiKey.deleteMany({ where: { userId: user.id } });
    announce("api_key_changed", Buffer.from(hmac("api-key-lookup", apiKey)).toString("hex"));
    expect(await findActorByKey(apiKey)).toBeNull();
  });
});

describe("a paid plan", () => {
  it("counts as Free from the moment it expires, even in the cache", async () => {
    const { user, apiKey } = await newUser();
    const pro = await db.plan.findFirstOrThrow({ where: { free: false } });
    const planExpiresAt = new Date(Date.now() + 10_000);
    await db.user.update({ where: { id: user.id }, data: { planId: pro.id, planExpiresAt } });
    announce("user_changed", `${user.id}`);
    expect(await actorOf(apiKey)).toMatchObject({ plan: { name: pro.name, free: false }, planExpiresAt });
    vi.useFakeTimers({ toFake: ["Date"] }).setSystemTime(planExpiresAt);
    expect(await actorOf(apiKey)).toMatchObject({ plan: { free: true }, planExpiresAt: null });
  });
});
