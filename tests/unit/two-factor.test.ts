import { afterAll, describe, expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const two = await import("@/lib/auth/two-factor");
const { pendingLoginStep } = await import("@/lib/auth/log-in");
const { codeAt, stepAt } = await import("@/lib/auth/two-factor");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { rememberedDevice } = await import("@/lib/auth/devices");
const { createUser } = await import("@/lib/resources/users/service");
const { db } = await import("@/lib/platform/database/db");

// The time is fixed, so that no new code becomes valid during a test.
vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
afterAll(() => void vi.useRealTimers());

const password = "quiet river stone";
const from = (address: string) => ({ address });
const wrong = { kind: "invalid", fields: [{ path: "code" }] };

let count = 0;
async function newUser({ admin = false } = {}) {
  const username = `two-${++count}`;
  const { user, apiKey } = await createUser({ username, email: `${username}@example.com`, password, admin });
  const actor = await findActorByKey(apiKey);
  if (!actor) throw new Error("the key is not known");
  return { user, actor };
}

/** The present code, or the one after `later` steps of 30 seconds. */
const codeOf = (key: string, later = 0) => codeAt(key, stepAt(Date.now()) + later);

async function keyOf(actor: Awaited<ReturnType<typeof newUser>>["actor"]) {
  const { setUp } = await two.readTwoFactor(actor);
  return setUp?.key ?? "";
}

/** A user with two-factor authentication, their key and recovery codes. The present code is used up. */
async function protectedUser() {
  const { user, actor } = await newUser();
  await two.beginTwoFactor(actor);
  const key = await keyOf(actor);
  return { user, actor, key, codes: await two.enableTwoFactor(actor, codeOf(key)) };
}

describe("the setup", () => {
  it("changes nothing until a code proves that the app has the key", async () => {
    const { user, actor } = await newUser();
    await expect(two.enableTwoFactor(actor, "123456")).rejects.toMatchObject({ kind: "conflict" });
    await two.beginTwoFactor(actor);
    const first = await keyOf(actor);
    await two.beginTwoFactor(actor);
    const key = await keyOf(actor);
    expect(key).not.toBe(first);
    expect(await pendingLoginStep(user.id)).toBeNull();
    await expect(two.enableTwoFactor(actor, codeOf(first))).rejects.toMatchObject(wrong);
    await expect(two.checkSecondFactor(user.id, codeOf(key), from("a"))).rejects.toMatchObject(wrong);
    const codes = await two.enableTwoFactor(actor, codeOf(key));
    expect(new Set(codes).size).toBe(10);
    expect(await pendingLoginStep(user.id)).toBe("code");
    expect(await two.readTwoFactor(actor)).toMatchObject({ codesLeft: 10, setUp: null });
    await expect(two.beginTwoFactor(actor)).rejects.toMatchObject({ kind: "conflict" });
  });

  it("stores neither the key nor a recovery code in plain form", async () => {
    const { user, key, codes } = await protectedUser();
    const { secret } = await db.twoFactor.findUniqueOrThrow({ where: { userId: user.id } });
    expect(Buffer.from(secret).includes(key)).toBe(false);
    for (const { codeHash } of await db.recoveryCode.findMany({ where: { userId: user.id } })) {
      expect(codeHash).toHaveLength(32);
      for (const code of codes) expect(Buffer.from(codeHash).includes(code.slice(0, 5))).toBe(false);
    }
  });
});

describe("a code", () => {
  it("works once, with all codes before it, even for many at the same moment", async () => {
    const { user, key } = await protectedUser();
    await expect(two.checkSecondFactor(user.id, codeOf(key), from("b"))).rejects.toMatchObject(wrong);
    const next = codeOf(key, 1);
    const uses = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        two.checkSecondFactor(user.id, `${next.slice(0, 3)} ${next.slice(3)}`, from("b")),
      ),
    );
    expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(two.checkSecondFactor(user.id, codeOf(key), from("b"))).rejects.toMatchObject(wrong);
  });

  it("for recovery works once, in any spelling, and only for its owner", async () => {
    const [{ user, actor, codes }, other] = [await protectedUser(), await protectedUser()];
    const [first = "", second = ""] = codes;
    await expect(two.checkSecondFactor(other.user.id, first, from("c"))).rejects.toMatchObject(wrong);
    await two.checkSecondFactor(user.id, ` ${first.toUpperCase().replace("-", " ")} `, from("c"));
    await expect(two.checkSecondFactor(user.id, first, from("c"))).rejects.toMatchObject(wrong);
    const uses = await Promise.allSettled(
      Array.from({ length: 4 }, () => two.checkSecondFactor(user.id, second, from("c"))),
    );
    expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await two.readTwoFactor(actor)).codesLeft).toBe(8);
  });

  it("can be guessed five times from one network and 15 times in total, except on a known device", async () => {
    const { user, codes } = await protectedUser();
    const guess = (code: string, address: string, device?: string) =>
      two.checkSecondFactor(user.id, code, { address, device });
    const limited = (minutes: number) => ({
      kind: "rate_limited",
      message: `Too many wrong codes. Try again in ${minutes} minutes.`,
    });
    for (let n = 0; n < 5; n++) await expect(guess("000000", "d")).rejects.toMatchObject(wrong);
    await expect(guess(codes[0] ?? "", "d")).rejects.toMatchObject(limited(15));
    for (let n = 0; n < 10; n++) await expect(guess("000000", `d${n}`)).rejects.toMatchObject(wrong);
    await expect(guess(codes[0] ?? "", "e")).rejects.toMatchObject(limited(60));
    expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(10);
    await guess(codes[0] ?? "", "e", rememberedDevice(user));
  });
});

describe("a change", () => {
  it("requires password and code", async () => {
    const { user, actor, key, codes } = await protectedUser();
    const code = codeOf(key, 1);
    await expect(two.disableTwoFactor(actor, { currentPassword: "x", code }, from("f"))).rejects.toMatchObject({
      fields: [{ path: "currentPassword" }],
    });
    const proof = { currentPassword: password, code: "000000" };
    await expect(two.disableTwoFactor(actor, proof, from("f"))).rejects.toMatchObject(wrong);
    await expect(two.renewRecoveryCodes(actor, proof, from("f"))).rejects.toMatchObject(wrong);
    // The wrong password has not used up the code.
    const renewed = await two.renewRecoveryCodes(actor, { currentPassword: password, code }, from("f"));
    expect(renewed).toHaveLength(10);
    await expect(two.checkSecondFactor(user.id, codes[0] ?? "", from("f"))).rejects.toMatchObject(wrong);
    await two.disableTwoFactor(actor, { currentPassword: password, code: renewed[0] ?? "" }, from("f"));
    expect(await pendingLoginStep(user.id)).toBeNull();
    expect(await two.readTwoFactor(actor)).toEqual({ enabledAt: null, codesLeft: 0, setUp: null });
  });

  it("can be made by an administrator for a user who has lost everything", async () => {
    const [{ user, actor }, { actor: admin }] = [await protectedUser(), await newUser({ admin: true })];
    await expect(two.removeTwoFactor(actor, user.id)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(two.removeTwoFactor(admin, 999_999)).rejects.toMatchObject({ kind: "not_found" });
    expect(await pendingLoginStep(user.id)).toBe("code");
    await two.removeTwoFactor(admin, user.id);
    expect(await pendingLoginStep(user.id)).toBeNull();
    expect(await db.recoveryCode.count({ where: { userId: user.id } })).toBe(0);
  });
});
