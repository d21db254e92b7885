import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";

const { dataDir } = await startDatabase();
const { isResetTokenValid, mailPasswordReset, resetPassword } = await import("@/lib/auth/password-reset");
const { readSession, startSession } = await import("@/lib/auth/session-rows");
const { updateAccount } = await import("@/lib/resources/account/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { checkCredentials, logInStamp } = await import("@/lib/auth/log-in");
const { consumeSsoToken, createSsoUrl } = await import("@/lib/auth/sso");
const { createUser } = await import("@/lib/resources/users/service");
const { db } = await import("@/lib/platform/database/db");

const outbox = join(dataDir, "outbox");

const kind = "password_reset" as const;

let count = 0;
function newUser() {
  const username = `reset-${++count}`;
  return createUser({ username, email: `${username}@example.com`, password: "quiet river stone" });
}

/** Requests a mail and returns its token. */
async function mailedToken(email: string): Promise<string> {
  await mailPasswordReset(email, "en");
  const newest = (await readdir(outbox)).toSorted().at(-1) ?? "";
  const mail = await readFile(join(outbox, newest), "utf8");
  expect(mail).toContain(`To: ${email}`);
  return /\/reset-password\/([\w-]+)$/m.exec(mail)?.[1] ?? "";
}

const refused = { kind: "invalid", message: "This link has expired or was already used. Please ask for a new one." };

describe("a mailed link", () => {
  it("sets a new password and ends every session", async () => {
    const { user } = await newUser();
    const session = await startSession(user.id, "");
    const token = await mailedToken(user.email);
    expect(await isResetTokenValid(token)).toBe(true);
    expect(await resetPassword(token, "another stone")).toBe(user.id);
    expect(await readSession(session)).toBeNull();
    expect(await checkCredentials({ email: user.email, password: "another stone" }, { address: "a" })).toBe(user.id);
  });

  it("ends log-in URLs and started log-ins, and on request replaces the key and disconnects providers", async () => {
    const { user, apiKey } = await newUser();
    const identity = { userId: user.id, issuer: "https://id.example", subject: "1", label: "ada" };
    await db.identity.create({ data: identity });
    const url = await createSsoUrl(user.id);
    const stamp = await logInStamp(user.id);
    await resetPassword(await mailedToken(user.email), "another stone");
    expect(await consumeSsoToken(url.split("/").at(-1) ?? "")).toBeNull();
    expect(await logInStamp(user.id)).not.toBe(stamp);
    expect([await findActorByKey(apiKey), await db.identity.count({ where: { userId: user.id } })]).toEqual([
      expect.objectContaining({ userId: user.id }),
      1,
    ]);
    await resetPassword(await mailedToken(user.email), "a third stone", { replaceKey: true, disconnect: true });
    expect([await findActorByKey(apiKey), await db.identity.count({ where: { userId: user.id } })]).toEqual([null, 0]);
  });

  it("works once, even for many at the same moment", async () => {
    const { user } = await newUser();
    const token = await mailedToken(user.email);
    const uses = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => resetPassword(token, `stone number ${n}`)),
    );
    expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await isResetTokenValid(token)).toBe(false);
    await expect(resetPassword(token, "another stone")).rejects.toMatchObject(refused);
  });

  it("works for an hour", async () => {
    const { user } = await newUser();
    const token = await mailedToken(user.email);
    const { expiresAt } = await db.oneTimeToken.findFirstOrThrow({ where: { userId: user.id, kind } });
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(59 * 60_000);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    await db.oneTimeToken.updateMany({ where: { userId: user.id, kind }, data: { expiresAt: new Date() } });
    await expect(resetPassword(token, "another stone")).rejects.toMatchObject(refused);
  });

  it("stops working when another one was used, or the account changed", async () => {
    const { user, apiKey } = await newUser();
    const [first, second] = [await mailedToken(user.email), await mailedToken(user.email)];
    await resetPassword(second, "another stone");
    await expect(resetPassword(first, "a third stone")).rejects.toMatchObject(refused);
    const third = await mailedToken(user.email);
    const actor = await findActorByKey(apiKey);
    if (actor) await updateAccount(actor, { email: `new-${user.email}` });
    await expect(resetPassword(third, "a third stone")).rejects.toMatchObject(refused);
  });

  it("is stored only as a hash, and its mail goes only to the owner", async () => {
    const { user } = await newUser();
    const token = await mailedToken(user.email);
    const row = await db.oneTimeToken.findFirstOrThrow({ where: { userId: user.id, kind } });
    expect(Buffer.from(row.tokenHash).includes(token)).toBe(false);
    expect(row.tokenHash).toHaveLength(32);
    for (const file of await readdir(outbox)) expect((await stat(join(outbox, file))).mode & 0o777).toBe(0o600);
  });

  it("is not sent to a stranger", async () => {
    await mailPasswordReset("nobody@example.com", "en");
    expect(await db.oneTimeToken.count({ where: { user: { email: "nobody@example.com" }, kind } })).toBe(0);
  });

  it.each(["", "nonsense", "x".repeat(100)])("with the token %j never worked", async (token) => {
    await expect(resetPassword(token, "another stone")).rejects.toMatchObject(refused);
  });
});
