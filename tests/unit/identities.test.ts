import { describe, expect, it } from "vitest";
import type { Provider } from "@/lib/auth/providers";
import { startDatabase } from "../support/database";

await startDatabase();
const { connectIdentity, listIdentities, removeIdentity, userOf } = await import("@/lib/resources/account/identities");
const { updateAccount } = await import("@/lib/resources/account/service");
const { findActorByKey, revealLegacyKey } = await import("@/lib/auth/api-key");
const { confirmPassword } = await import("@/lib/auth/log-in");
const { createUser } = await import("@/lib/resources/users/service");
const { db } = await import("@/lib/platform/database/db");

const issuer = "https://id.example.com/";
const provider = { id: "oidc", name: "Example", issuer } as Provider;
const elsewhere = { ...provider, issuer: "https://other.example.com/" };

let count = 0;
const profile = (email: string | null = `id-${++count}@example.com`) => ({
  subject: `subject-${++count}`,
  label: email ?? "somebody",
  email,
});

const actorOf = async (userId: number) => {
  const actor = await findActorByKey(await revealLegacyKey(userId));
  if (!actor) throw new Error("the key is not known");
  return actor;
};

async function newUser({ emailVerified = true } = {}) {
  const username = `identity-${++count}`;
  const input = { username, email: `${username}@example.com`, password: "quiet river stone", emailVerified };
  const { user } = await createUser(input);
  return { user, actor: await actorOf(user.id) };
}

describe("a person who comes back from a provider", () => {
  it("is the same with and without the issuer's last slash, and an unconfirmed address is logged", async () => {
    const given = profile();
    const userId = await userOf(provider, given);
    const bare = { ...provider, issuer: issuer.replace(/\/$/, "") };
    expect(await userOf(bare, given)).toBe(userId);
    const unconfirmed = { ...profile(null), hasUnconfirmedEmail: true };
    await expect(userOf(provider, unconfirmed)).rejects.toMatchObject({
      problem: "unverified",
      details: { detail: expect.stringContaining("OIDC_TRUST_EMAILS") },
    });
  });

  it("gets a new account without a password, and the same account the next time", async () => {
    const given = profile(`Ada.L+1-${++count}@example.com`);
    const userId = await userOf(provider, given);
    const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(user).toMatchObject({
      email: given.email?.toLowerCase(),
      username: `AdaL1-${count - 1}`,
      passwordHash: null,
      emailVerifiedAt: expect.any(Date),
    });
    expect(await userOf(provider, { ...given, email: null })).toBe(userId);
    expect(await userOf(elsewhere, { ...given, email: profile().email })).not.toBe(userId);
  });

  it.each([
    ["admin", /^user-\d+$/],
    ["日本", /^user-\d+$/],
    ["identity-taken", /^identity-taken-\d+$/],
  ])("whose name is %j gets a free username", async (label, expected) => {
    if (label === "identity-taken")
      await createUser({ username: label, email: "taken@example.com", password: "quiet river stone" });
    const userId = await userOf(provider, { ...profile(), label });
    expect((await db.user.findUniqueOrThrow({ where: { id: userId } })).username).toMatch(expected);
  });

  it("gets the account with their address, if both sides have confirmed it", async () => {
    const { user, actor } = await newUser();
    const given = profile(user.email.toUpperCase());
    expect(await userOf(provider, given)).toBe(user.id);
    expect(await listIdentities(actor)).toMatchObject([{ issuer, subject: given.subject }]);
    // Another account at the provider with the same address is not the connected one.
    await expect(userOf(provider, { ...profile(user.email) })).rejects.toMatchObject({ problem: "several" });
  });

  it("does not get into an account with an unconfirmed address or without one", async () => {
    const { user, actor } = await newUser({ emailVerified: false });
    await expect(userOf(provider, profile(user.email))).rejects.toMatchObject({ problem: "taken" });
    await expect(userOf(provider, profile(null))).rejects.toMatchObject({ problem: "unverified" });
    expect(await listIdentities(actor)).toEqual([]);
  });
});

describe("an account", () => {
  it("is connected by the person who is logged in, unless it belongs to another account", async () => {
    const [{ actor }, { actor: other }] = [await newUser(), await newUser()];
    const given = profile(null);
    await connectIdentity(actor, provider, given);
    await connectIdentity(actor, provider, given);
    expect(await listIdentities(actor)).toHaveLength(1);
    expect(await userOf(provider, given)).toBe(actor.userId);
    await expect(connectIdentity(other, provider, given)).rejects.toMatchObject({ problem: "elsewhere" });
    await expect(connectIdentity(actor, provider, profile())).rejects.toMatchObject({ problem: "several" });
  });

  it("is disconnected only by its owner, and not if it is the last way to log in", async () => {
    const { actor: stranger } = await newUser();
    const actor = await actorOf(await userOf(provider, profile()));
    await connectIdentity(actor, elsewhere, profile());
    const [first, second] = (await listIdentities(actor)).map(({ id }) => id);
    if (!first || !second) throw new Error("there are not two");
    await expect(removeIdentity(stranger, first)).rejects.toMatchObject({ kind: "not_found" });
    // Concurrently: one of them stays.
    const removals = await Promise.allSettled([removeIdentity(actor, first), removeIdentity(actor, second)]);
    expect(removals.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { kind: "conflict" } }]);
    await updateAccount(actor, { password: "quiet river stone" });
    for (const { id } of await listIdentities(actor)) await removeIdentity(actor, id);
    expect(await listIdentities(actor)).toEqual([]);
  });

  it("without a password must set one before changes that require it", async () => {
    const actor = await actorOf(await userOf(provider, profile()));
    const none = { message: "Your account has no password yet. Please set one first." };
    await expect(confirmPassword(actor, "", { address: "a" })).rejects.toMatchObject(none);
    await expect(updateAccount(actor, { email: "other@example.com" })).rejects.toMatchObject(none);
  });
});
