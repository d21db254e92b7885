import { describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { checkCredentials, confirmPassword } = await import("@/lib/auth/log-in");
const { countMail } = await import("@/lib/auth/attempts");
const { mailboxOf } = await import("@/lib/auth/attempts");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { knownDevice, rememberedDevice } = await import("@/lib/auth/devices");
const { hashPassword } = await import("@/lib/auth/password");
const { db } = await import("@/lib/platform/database/db");
const { createUser } = await import("@/lib/resources/users/service");

const password = "quiet river stone";

let count = 0;
async function newUser() {
  const username = `log-in-${++count}`;
  return createUser({ username, email: `${username}@example.com`, password });
}

const from = (address: string, device?: string) => ({ address, device });
const wrong = { kind: "unauthorized", message: "The e-mail address or the password is wrong." };
const limited = { kind: "rate_limited", message: "Too many failed log-ins. Try again in 15 minutes." };

// Each attempt computes a hash, which is slow on purpose.
describe("logging in", () => {
  it("gives the same answer for a wrong password and an unknown e-mail", async () => {
    const { user } = await newUser();
    expect(await checkCredentials({ email: user.email, password }, from("a"))).toBe(user.id);
    await expect(checkCredentials({ email: user.email, password: "x" }, from("a"))).rejects.toMatchObject(wrong);
    await expect(checkCredentials({ email: "nobody@example.com", password }, from("a"))).rejects.toMatchObject(wrong);
  });

  it("is refused after 5 failures of an account from one network, also without such an account", async () => {
    const { user } = await newUser();
    for (const email of [user.email, "ghost@example.com"]) {
      for (let n = 0; n < 5; n++) {
        await expect(checkCredentials({ email, password: "x" }, from(`2001:db8:b::${n}`))).rejects.toMatchObject(wrong);
      }
      await expect(checkCredentials({ email, password }, from("2001:db8:b::ffff"))).rejects.toMatchObject(limited);
    }
  });

  it("still works for the owner while others guess elsewhere", async () => {
    const { user } = await newUser();
    for (let n = 0; n < 12; n++)
      await checkCredentials({ email: user.email, password: "x" }, from("192.0.2.66")).catch(() => undefined);
    expect(await checkCredentials({ email: user.email, password }, from("192.0.2.1"))).toBe(user.id);
  });

  it("is refused after 30 failures of an account in total, except on a known device", async () => {
    const { user } = await newUser();
    const input = { email: user.email, password };
    const device = rememberedDevice(user);
    for (let n = 0; n < 30; n++)
      await expect(checkCredentials({ ...input, password: "x" }, from(`b${n}`))).rejects.toMatchObject(wrong);
    await expect(checkCredentials(input, from("b"))).rejects.toMatchObject(limited);
    expect(await checkCredentials(input, from("b", device))).toBe(user.id);
    // Guesses from the same network do not block the known device.
    expect(await checkCredentials(input, from("b1", device))).toBe(user.id);
    const { user: other } = await newUser();
    for (const forged of [rememberedDevice(other), device.slice(0, -1), `${device}x`, "x", ""])
      await expect(checkCredentials(input, from("b", forged))).rejects.toMatchObject(limited);
    await db.user.update({ where: { id: user.id }, data: { passwordHash: await hashPassword("another stone") } });
    const changed = { ...input, password: "another stone" };
    await expect(checkCredentials(changed, from("b", device))).rejects.toMatchObject(limited);
  });

  it("is refused after 5 failures on a known device, too", async () => {
    const { user } = await newUser();
    const client = (n: number) => from(`k${n}`, rememberedDevice(user, device));
    const device = rememberedDevice(user);
    for (let n = 0; n < 5; n++)
      await expect(checkCredentials({ email: user.email, password: "x" }, client(n))).rejects.toMatchObject(wrong);
    await expect(checkCredentials({ email: user.email, password }, client(9))).rejects.toMatchObject(limited);
  });

  it("a browser is known for its last five accounts", async () => {
    const users = await Promise.all(Array.from({ length: 7 }, newUser));
    let cookie: string | undefined;
    for (const { user } of users) cookie = rememberedDevice(user, cookie);
    cookie = users[3] && rememberedDevice(users[3].user, cookie);
    const known = users.map(({ user }) => knownDevice(user, cookie) !== null);
    expect(known).toEqual([false, false, true, true, true, true, true]);
    expect(cookie?.length).toBeLessThan(300);
  });

  it("is refused after 20 failures of an address", async () => {
    const { user } = await newUser();
    for (let n = 0; n < 20; n++) {
      const guess = checkCredentials({ email: `someone-${n}@example.com`, password }, from("d"));
      await expect(guess).rejects.toMatchObject(wrong);
    }
    await expect(checkCredentials({ email: user.email, password }, from("d"))).rejects.toMatchObject(limited);
    expect(await checkCredentials({ email: user.email, password }, from("e"))).toBe(user.id);
  });

  it("counts only failures", async () => {
    const { user } = await newUser();
    for (let n = 0; n < 30; n++)
      expect(await checkCredentials({ email: user.email, password }, from("f"))).toBe(user.id);
  });

  it("does not allow more guesses at the same time", async () => {
    const { user } = await newUser();
    const guesses = Array.from({ length: 30 }, (_, n) =>
      checkCredentials({ email: user.email, password: `${n}` }, from("g")),
    );
    const codes = (await Promise.allSettled(guesses)).map((guess) => guess.status === "rejected" && guess.reason.kind);
    expect(codes.filter((code) => code === "unauthorized")).toHaveLength(5);
  });

  it("limits checks of the current password, too", async () => {
    const { user, apiKey } = await newUser();
    const actor = await findActorByKey(apiKey);
    if (!actor) throw new Error("the key is not known");
    await confirmPassword(actor, password, from("h"));
    for (let n = 0; n < 5; n++) {
      const guess = confirmPassword(actor, "x", from("h"));
      await expect(guess).rejects.toMatchObject({ kind: "invalid", fields: [{ path: "currentPassword" }] });
    }
    await expect(confirmPassword(actor, password, from("h"))).rejects.toMatchObject(limited);
    await expect(checkCredentials({ email: user.email, password }, from("h"))).rejects.toMatchObject(limited);
  });
});

describe("requesting a reset mail", () => {
  it("is limited per account and per address", async () => {
    const tooMany = { kind: "rate_limited", message: "Too many requests. Try again in 60 minutes." };
    for (const email of ["ann@example.com", "Ann+1@example.com", "ann+shop@EXAMPLE.com"]) await countMail(email, email);
    await expect(countMail("ann@example.com", "k")).rejects.toMatchObject(tooMany);
    for (let n = 0; n < 20; n++) await countMail(`${n}@example.com`, "l");
    await expect(countMail("ben@example.com", "l")).rejects.toMatchObject(tooMany);
  });
});

it.each([
  ["ann@example.com", "ann@example.com"],
  ["Ann+shop+2@Example.COM", "ann@example.com"],
  ["a.n.n+x@gmail.com", "ann@gmail.com"],
  ["a.nn@googlemail.com", "ann@gmail.com"],
  ["a.n.n@example.com", "a.n.n@example.com"],
  ['"a@b+c"@example.com', '"a@b@example.com'],
])("counts mails to %s and %s together", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
