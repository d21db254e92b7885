import { describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { createUser } = await import("@/lib/resources/users/service");
const { setAdministrator } = await import("@/lib/resources/users/administrators");
const { deleteUser } = await import("@/lib/resources/users/delete");
const { registration } = await import("@/lib/resources/users/schema");
const { updateAccount } = await import("@/lib/resources/account/service");
const { findActorByKey, revealLegacyKey } = await import("@/lib/auth/api-key");
const { endOtherSessions, endSession, listSessions, readSession, startSession } = await import(
  "@/lib/auth/session-rows"
);
const { verifyPassword } = await import("@/lib/auth/password");
const { db } = await import("@/lib/platform/database/db");
const { qrCodeCache } = await import("@/lib/visits/qr-codes/cache");
const { bioPageCache } = await import("@/lib/visits/bio-pages/cache");
const { rotatorCache } = await import("@/lib/visits/campaigns/rotator-answer");
const { overlayCache } = await import("@/lib/visits/overlays/cache");
const { findDomain: domainOf } = await import("@/lib/resources/domains/resolve");

let count = 0;
async function newUser(input: { admin?: boolean } = {}) {
  const username = `User-${++count}`;
  const { user, apiKey } = await createUser({
    username,
    email: `${username}@Example.com`,
    password: "quiet river stone",
    ...input,
  });
  const actor = await findActorByKey(apiKey);
  if (!actor) throw new Error("the key is not known");
  return { user, actor };
}

describe("a new user", () => {
  it("is rejected if e-mail or username is taken, in any case, and the error says which", async () => {
    const { user } = await newUser();
    const email = user.email.toUpperCase();
    const username = user.username.toUpperCase();
    const fresh = { email: "fresh@example.com", username: "fresh", password: "quiet river stone" };
    const paths = (fields: string[]) => ({ kind: "conflict", fields: fields.map((path) => ({ path })) });
    await expect(createUser({ ...fresh, email })).rejects.toMatchObject(paths(["email"]));
    await expect(createUser({ ...fresh, username })).rejects.toMatchObject(paths(["username"]));
    await expect(createUser({ ...fresh, username, email })).rejects.toMatchObject(paths(["email", "username"]));
  });

  it("exists once if two register at once, with a key", async () => {
    const input = { email: "twice@example.com", username: "twice", password: "quiet river stone" };
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => createUser(input)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.apiKey.count({ where: { account: { email: input.email } } })).toBe(1);
  });

  it.each(["ab", "x".repeat(33), "a b", "a/b", "ä-user", "admin", "ADMIN", "api", ""])(
    "cannot be called %j",
    (username) => {
      const result = registration.safeParse({ username, email: "a@example.com", password: "quiet river stone" });
      expect(result.error?.issues[0]?.path).toEqual(["username"]);
    },
  );

  it.each([
    "",
    "a",
    "a@",
    "@example.com",
    "a b@example.com",
    "a@example.com\nBcc: b@example.com",
    `${"x".repeat(250)}@example.com`,
  ])("cannot have the e-mail address %j", (email) => {
    const result = registration.safeParse({ username: "ada", email, password: "quiet river stone" });
    expect(result.error?.issues[0]?.path).toEqual(["email"]);
  });
});

describe("an administrator", () => {
  const isAdmin = async (id: number) => (await db.user.findUniqueOrThrow({ where: { id } })).admin;

  it("makes another user one, effective at once, and revoking it ends what they started for others", async () => {
    const [{ actor }, { user, actor: asked }, { user: other }] = [
      await newUser({ admin: true }),
      await newUser(),
      await newUser(),
    ];
    await setAdministrator(actor, user.id, true);
    await setAdministrator(actor, user.id, true);
    const now = async () => findActorByKey(await revealLegacyKey(user.id));
    expect([await isAdmin(user.id), (await now())?.admin, asked.admin]).toEqual([true, true, false]);
    const own = await startSession(user.id, "own");
    const asOther = await startSession(other.id, "as other", "", { adminSessionId: own });
    await setAdministrator(actor, user.id, false);
    expect([await isAdmin(user.id), (await now())?.admin]).toEqual([false, false]);
    expect([(await readSession(own))?.actor.admin, await readSession(asOther)]).toEqual([false, null]);
  });

  it("is appointed only by administrators, and only if the user exists", async () => {
    const [{ actor }, { user, actor: ordinary }] = [await newUser({ admin: true }), await newUser()];
    await expect(setAdministrator(ordinary, user.id, true)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(setAdministrator(ordinary, actor.userId, false)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(setAdministrator(actor, 2_000_000_000, true)).rejects.toMatchObject({ kind: "not_found" });
    expect([await isAdmin(user.id), await isAdmin(actor.userId)]).toEqual([false, true]);
  });

  it("cannot step down alone, and of two who remove each other one remains", async () => {
    await db.user.updateMany({ data: { admin: false } });
    const [{ actor: one }, { actor: two }] = [await newUser({ admin: true }), await newUser({ admin: true })];
    const alone = "Administrators cannot remove their own administrator rights. Ask another administrator to do it.";
    await expect(setAdministrator(one, one.userId, false)).rejects.toMatchObject({ kind: "forbidden", message: alone });
    const results = await Promise.allSettled([
      setAdministrator(one, two.userId, false),
      setAdministrator(two, one.userId, false),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [last, gone] = (await isAdmin(one.userId)) ? [one, two] : [two, one];
    const message = "You are the last administrator. Make someone else an administrator first.";
    await expect(setAdministrator(last, last.userId, false)).rejects.toMatchObject({ kind: "forbidden", message });
    const noMore = { kind: "forbidden", message: "You are no longer an administrator." };
    await expect(setAdministrator(gone, gone.userId, true)).rejects.toMatchObject(noMore);
    expect(await db.user.count({ where: { admin: true } })).toBe(1);
  });
});

describe("the last administrator", () => {
  it("cannot be deleted, and the error says so", async () => {
    await db.user.updateMany({ data: { admin: false } });
    const { user, actor } = await newUser({ admin: true });
    const message =
      "You are the last administrator, so you cannot be deleted. Make someone else an administrator first.";
    await expect(deleteUser(actor, user.id)).rejects.toMatchObject({ kind: "forbidden", message });
    await db.user.update({ where: { id: user.id }, data: { admin: false } });
    const { user: other } = await newUser();
    await expect(deleteUser(actor, other.id)).rejects.toMatchObject({ kind: "forbidden" });
    expect(await db.user.count({ where: { id: { in: [user.id, other.id] } } })).toBe(2);
  });
});

describe("a deleted user", () => {
  it("leaves nothing to visitors, even before the database's notifications arrive", async () => {
    const [{ actor }, { user }] = [await newUser({ admin: true }), await newUser()];
    const { id: userId } = user;
    await db.qrCode.create({ data: { userId, code: "gonesin", type: "text", name: "Text", data: "Hello" } });
    await db.bioPage.create({ data: { userId, slug: "gone", slugFolded: "gone", name: "Gone" } });
    await db.campaign.create({ data: { userId, slug: "gone", slugFolded: "gone", name: "Gone" } });
    await db.domain.create({ data: { userId, host: "go.gone.test" } });
    const content = { text: "Hello" };
    const overlay = await db.overlay.create({ data: { userId, type: "message", name: "Gone", content } });
    const seen = async () => [
      await qrCodeCache().find("gonesin"),
      await bioPageCache().find("gone"),
      await rotatorCache().find("gone"),
      await overlayCache().find(`${overlay.id}`),
      (await domainOf("go.gone.test"))?.apart || null,
    ];
    expect(await seen()).not.toContain(null);
    await deleteUser(actor, userId);
    expect(await seen()).toEqual([null, null, null, null, null]);
  });
});

describe("an account", () => {
  it("ends all other sessions with a new password, and none with a new e-mail", async () => {
    const { user, actor } = await newUser();
    const [kept, ended] = [await startSession(user.id, "kept"), await startSession(user.id, "ended")];
    await updateAccount(actor, { email: `new-${user.email}` }, kept);
    expect(await listSessions(actor)).toHaveLength(2);
    await updateAccount(actor, { password: "another stone" }, kept);
    expect((await listSessions(actor)).map(({ id }) => id)).toEqual([kept]);
    expect(await readSession(ended)).toBeNull();
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(await verifyPassword(passwordHash, "another stone")).toBe(true);
    await updateAccount(actor, { password: "a third stone" });
    expect(await listSessions(actor)).toEqual([]);
  });
});

describe("a session", () => {
  it("belongs to its user until it is ended", async () => {
    const { user } = await newUser();
    const id = await startSession(user.id, "x".repeat(2_000));
    expect(await readSession(id)).toMatchObject({ sessionId: id, actor: { userId: user.id } });
    await endSession(user.id, id);
    await endSession(user.id, id);
    expect(await readSession(id)).toBeNull();
  });

  it("cannot be ended by another user", async () => {
    const [{ user }, { user: stranger }] = [await newUser(), await newUser()];
    const id = await startSession(user.id, "");
    await endSession(stranger.id, id);
    await endOtherSessions(stranger.id);
    expect(await readSession(id)).not.toBeNull();
  });

  it("expires", async () => {
    const { user, actor } = await newUser();
    const id = await startSession(user.id, "");
    await db.session.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await readSession(id)).toBeNull();
    expect(await listSessions(actor)).toEqual([]);
  });

  it("records once a minute that it was seen", async () => {
    const { user } = await newUser();
    const id = await startSession(user.id, "");
    const seen = async () => (await db.session.findUniqueOrThrow({ where: { id } })).lastSeenAt;
    const fresh = await seen();
    await readSession(id);
    expect(await seen()).toEqual(fresh);
    const stale = new Date(Date.now() - 61_000);
    await db.session.update({ where: { id }, data: { lastSeenAt: stale } });
    await readSession(id);
    expect((await seen()).getTime()).toBeGreaterThan(stale.getTime());
  });
});
