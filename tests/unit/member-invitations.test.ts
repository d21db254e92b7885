import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { deleteMails, deliverMails, fillMails } from "../support/deliver-mails";
import { proActor } from "../support/pro-actor";
import { startSmtp } from "../support/smtp";

await startDatabase();
const { findActor } = await import("@/lib/auth/actor");
const { acceptInvitation, findInvitation, inviteMember } = await import("@/lib/resources/members/invitations");
const { changeRole, leaveAccount, removeMember } = await import("@/lib/resources/members/service");
const { db } = await import("@/lib/platform/database/db");
const { env } = await import("@/lib/platform/env");

type Actor = Awaited<ReturnType<typeof proActor>>;
let owner: Actor;
beforeAll(async () => {
  owner = await proActor();
});

/** A new admin of the owner's account: as themselves, and as the actor in that account. */
async function newAdmin() {
  const self = await proActor();
  await db.member.create({ data: { userId: owner.userId, memberId: self.userId, role: "admin" } });
  return { self, acting: await findActor(owner.userId, self.userId) };
}

const tokenOf = ({ url }: { url: string }) => url.split("/").at(-1) ?? "";
const invite = async (actor: Actor, role: "admin" | "editor" | "analyst" = "admin") =>
  tokenOf(await inviteMember(actor, { email: `${crypto.randomUUID()}@example.com`, role }));
const isMember = async ({ userId: memberId }: Actor) =>
  (await db.member.count({ where: { userId: owner.userId, memberId } })) > 0;

describe("an open invitation of a member", () => {
  const endings: [string, (admin: Awaited<ReturnType<typeof newAdmin>>) => Promise<void>][] = [
    ["who is removed", ({ self }) => removeMember(owner, self.userId)],
    ["who leaves", ({ self }) => leaveAccount(self, owner.userId)],
    ["who becomes an editor", ({ self }) => changeRole(owner, self.userId, "editor")],
    ["who becomes an analyst", ({ self }) => changeRole(owner, self.userId, "analyst")],
  ];
  for (const role of ["admin", "editor", "analyst"] as const)
    it.each(endings)(`to be ${role} no longer works: one %s`, async (_, end) => {
      const admin = await newAdmin();
      const token = await invite(admin.acting, role);
      const another = await invite(owner, role);
      await end(admin);
      expect(await findInvitation(token)).toBeNull();
      await expect(acceptInvitation(admin.self, token)).rejects.toMatchObject({ code: "mailed_link_expired" });
      // Other invitations stay valid.
      expect(await findInvitation(another)).toMatchObject({ role });
    });

  it("works while the inviter may invite for that role", async () => {
    const { acting, self } = await newAdmin();
    const token = await invite(acting);
    await changeRole(owner, self.userId, "admin");
    const friend = await proActor();
    await acceptInvitation(friend, token);
    expect(await isMember(friend)).toBe(true);
  });
});

it("accepting checks again whether the inviter may invite with their current role", async () => {
  const { acting, self } = await newAdmin();
  const token = await invite(acting);
  const where = { userId_memberId: { userId: owner.userId, memberId: self.userId } };
  await db.member.update({ where, data: { role: "editor" } });
  const friend = await proActor();
  await expect(acceptInvitation(friend, token)).rejects.toMatchObject({ code: "mailed_link_expired" });
  expect(await isMember(friend)).toBe(false);
});

it("an older version's invitation without an inviter no longer works", async () => {
  const token = await invite(owner);
  await db.memberInvitation.updateMany({ where: { userId: owner.userId }, data: { inviterId: null } });
  expect(await findInvitation(token)).toBeNull();
  await expect(acceptInvitation(await proActor(), token)).rejects.toMatchObject({ code: "mailed_link_expired" });
});

describe("the mail of an invitation", () => {
  const email = () => `${crypto.randomUUID()}@example.com`;
  // The plan allows ten members.
  beforeEach(() => db.member.deleteMany({ where: { userId: owner.userId } }));
  afterEach(() => {
    env.SMTP_URL = undefined;
  });

  it("names the inviter, the account and the role, in the language of the recipient or else of the inviter", async () => {
    const smtp = await startSmtp();
    env.SMTP_URL = smtp.url;
    const { self, acting } = await newAdmin();
    await db.user.update({ where: { id: self.userId }, data: { locale: "de" } });
    const friend = await proActor();
    await db.user.update({ where: { id: friend.userId }, data: { locale: "es" } });
    const first = await inviteMember(acting, { email: email(), role: "analyst" });
    await deliverMails();
    const second = await inviteMember(acting, { email: friend.email, role: "editor" });
    await deliverMails();
    await smtp.close();
    expect([first.mailed, second.mailed]).toEqual([true, true]);
    const [german = "", spanish = ""] = smtp.mails.map(({ text }) => text);
    expect(german).toContain(`Eingeladen von: ${self.username} (${self.email})`);
    expect(german).toContain(`Konto: ${owner.username}`);
    expect(german).toContain("Deine Rolle: Analyst");
    expect(german).toContain(`\n${first.url}`);
    expect(spanish).toContain("Tu rol: Editor");
  });

  it("may fail or be impossible: the answer says so, and the link works", async () => {
    const without = await inviteMember(owner, { email: email(), role: "editor" });
    env.SMTP_URL = "smtp://127.0.0.1:1";
    await fillMails();
    const failed = await inviteMember(owner, { email: email(), role: "editor" });
    await deleteMails();
    expect([without.mailed, failed.mailed]).toEqual([false, false]);
    for (const invitation of [without, failed]) expect(await findInvitation(tokenOf(invitation))).not.toBeNull();
  });
});
