import { readFileSync } from "node:fs";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { deliverMails } from "../support/deliver-mails";
import { startSmtp } from "../support/smtp";
import { eventually } from "../support/wait";

// Most tests hash passwords, which is slow on purpose.
const smtp = await startSmtp();
Object.assign(process.env, { SMTP_URL: smtp.url, MAIL_PER_HOUR: "40" });
await startDatabase();
afterAll(() => smtp.close());
const { beginRegistration, confirmRegistration, findRegistration, mailRegistration } = await import(
  "@/lib/resources/account/registration"
);
const { endInvitation, findInvitation, invite, listInvitations, withdrawInvitation } = await import(
  "@/lib/resources/account/invitations"
);
const { userOf } = await import("@/lib/resources/account/identities");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { checkCredentials } = await import("@/lib/auth/log-in");
const { mailPasswordReset } = await import("@/lib/auth/password-reset");
const { createUser } = await import("@/lib/resources/users/service");
const { content, sweepRegistrations, sweepUnconfirmed } = await import("@/lib/resources/users/sweep");
const { sendMail } = await import("@/lib/platform/mail/mail");
const { env } = await import("@/lib/platform/env");
const { db } = await import("@/lib/platform/database/db");

afterEach(() => {
  env.REGISTRATION = "open";
});

const password = "quiet river stone";
let count = 0;
const newcomer = () => {
  const username = `newcomer-${++count}`;
  return { email: `${username}@example.com`, username, password };
};
/** Registers from a new address, so that tests do not use up each other's limit. */
const register = (input: ReturnType<typeof newcomer> & { invitation?: string }) =>
  beginRegistration(input, `address ${++count}`);

async function actorOf(settings: { admin?: boolean } = {}) {
  const { apiKey } = await createUser({ ...newcomer(), ...settings, emailVerified: true });
  const actor = await findActorByKey(apiKey);
  if (!actor) throw new Error("the key is not known");
  return actor;
}

const mailTo = (email: string) =>
  eventually(async () => {
    await deliverMails();
    const text = smtp.mails.findLast(({ to }) => to.includes(email))?.text;
    if (!text) throw new Error(`there is no mail to ${email}`);
    return text;
  });
const tokenTo = async (email: string) => /\/login\/confirm\/([\w-]{32})$/m.exec(await mailTo(email))?.[1] ?? "";

/** A registration whose mail has arrived. */
async function mailed(input = newcomer()) {
  const begun = await register(input);
  if ("userId" in begun) throw new Error("nobody has confirmed the address");
  await mailRegistration(begun.registrationId, input.email, "en");
  return { ...input, id: begun.registrationId, token: await tokenTo(input.email) };
}

const closed = { kind: "forbidden", message: "This service does not accept new accounts." };
const noFit = { code: "credentials_wrong" };
const unconfirmed = { code: "address_unconfirmed" };
const dead = { kind: "invalid" };

describe("a registration", () => {
  it("does not reveal whether an account exists: not by its answer, a log-in or the username", async () => {
    const holder = await actorOf();
    const known = { ...newcomer(), email: holder.email, password: "loud river stone" };
    const unknown = newcomer();
    const answers = [await register(known), await register(unknown)];
    for (const answer of answers) expect(answer).toEqual({ registrationId: expect.stringMatching(/^[\da-f-]{36}$/) });
    for (const { email } of [known, unknown])
      await expect(checkCredentials({ email, password: "quiet" }, { address: "b" })).rejects.toMatchObject(noFit);
    // The password of the registration gets another answer, but the same for both addresses.
    for (const { email, password } of [known, unknown])
      await expect(checkCredentials({ email, password }, { address: "b" })).rejects.toMatchObject(unconfirmed);
    // Neither user name is taken by it.
    for (const { username } of [known, unknown])
      expect(await register({ ...newcomer(), username })).toHaveProperty("registrationId");
  });

  it("mails the link that creates the account, or tells the owner that there is one", async () => {
    const holder = await actorOf();
    const begun = await register({ ...newcomer(), email: holder.email });
    await mailRegistration("registrationId" in begun ? begun.registrationId : "", holder.email, "en");
    const text = await mailTo(holder.email);
    expect(text).toContain("but you already have one.");
    expect(text).toMatch(/\/login$/m);
    expect(text).toMatch(/\/forgot-password$/m);
    expect(text).not.toContain("/login/confirm/");

    const { email, username, token } = await mailed();
    expect(await db.user.findUnique({ where: { email } })).toBeNull();
    expect(await findRegistration(token)).toMatchObject({ email });
    const userId = await confirmRegistration(token, password, "c");
    expect(await db.user.findUnique({ where: { id: userId } })).toMatchObject({
      email,
      username,
      emailVerifiedAt: expect.any(Date),
    });
    expect(await checkCredentials({ email, password }, { address: "c" })).toBe(userId);
    await expect(confirmRegistration(token, password, "c")).rejects.toMatchObject(dead);
  });

  it("is named at a log-in with its password until it is confirmed or over, without giving more attempts", async () => {
    const { email, id, token } = await mailed();
    const enter = (password: string) => checkCredentials({ email, password }, { address: "pending" });
    for (const _ of Array(6)) await expect(enter(password)).rejects.toMatchObject({ ...unconfirmed, id });
    for (const _ of Array(4)) await expect(enter("quiet")).rejects.toMatchObject(noFit);
    await expect(enter(password)).rejects.toMatchObject(unconfirmed);
    await expect(enter("quiet")).rejects.toMatchObject(noFit);
    await expect(enter(password)).rejects.toMatchObject({ code: "too_many_attempts" });
    const userId = await confirmRegistration(token, password, "elsewhere");
    expect(await checkCredentials({ email, password }, { address: "elsewhere" })).toBe(userId);

    const late = await mailed();
    await db.registration.update({ where: { id: late.id }, data: { expiresAt: new Date() } });
    await expect(checkCredentials({ email: late.email, password }, { address: "late" })).rejects.toMatchObject(noFit);
  });

  it("is confirmed once, by link and password, within its time", async () => {
    const { email, token, id } = await mailed();
    await expect(confirmRegistration(token, "another stone", "d")).rejects.toMatchObject(noFit);
    await expect(confirmRegistration("x".repeat(32), password, "d")).rejects.toMatchObject(dead);
    const uses = await Promise.allSettled(Array.from({ length: 3 }, () => confirmRegistration(token, password, "d")));
    expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.user.count({ where: { email } })).toBe(1);
    expect(await db.registration.count({ where: { id } })).toBe(0);

    const late = await mailed();
    await db.registration.update({ where: { id: late.id }, data: { expiresAt: new Date() } });
    await expect(confirmRegistration(late.token, password, "d")).rejects.toMatchObject(dead);
    await sweepRegistrations();
    expect(await db.registration.count({ where: { id: late.id } })).toBe(0);
  });

  it("finds another username if its own was taken meanwhile, and reports one that is already taken", async () => {
    const { username, token } = await mailed();
    await createUser({ ...newcomer(), username: username.toUpperCase() });
    const id = await confirmRegistration(token, password, "e");
    const user = await db.user.findUniqueOrThrow({ where: { id } });
    expect(user.username).toMatch(new RegExp(`^${username}-\\d+$`));
    await expect(register({ ...newcomer(), username })).rejects.toMatchObject({ fields: [{ path: "username" }] });
  });

  it("of sixty from one network, ten are accepted, and the others are rejected before a password is hashed", async () => {
    const before = await db.registration.count();
    const tries = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => beginRegistration(newcomer(), `2001:db8:60::${n.toString(16)}`)),
    );
    const refused = tries.filter((each) => each.status === "rejected").map(({ reason }) => reason);
    expect(refused).toHaveLength(50);
    // More than thirty at once would be refused by the queue of hashes, with another message.
    expect(new Set(refused.map(({ message }) => message))).toEqual(
      new Set(["Too many requests. Try again in 60 minutes."]),
    );
    expect(await db.registration.count()).toBe(before + 10);
  });

  it("is limited to three an hour per mailbox, in any spelling", async () => {
    const { email } = newcomer();
    const [name, host] = email.split("@");
    for (const tag of ["", "+a", "+b"]) await register({ ...newcomer(), email: `${name}${tag}@${host}` });
    await expect(register({ ...newcomer(), email: `${name}+c@${host}` })).rejects.toMatchObject({
      kind: "rate_limited",
    });
  });

  it("is rejected if registration is closed, also when its link is used", async () => {
    const { token } = await mailed();
    for (const mode of ["invite", "off"] as const) {
      env.REGISTRATION = mode;
      await expect(register(newcomer())).rejects.toMatchObject(closed);
      await expect(confirmRegistration(token, password, "f")).rejects.toMatchObject(dead);
      const profile = { subject: `subject-${mode}`, label: "new", email: `by-provider-${mode}@example.com` };
      await expect(userOf(provider, profile)).rejects.toMatchObject({ problem: "closed" });
    }
  });
});

const provider = { id: "oidc", name: "Example ID", issuer: "https://id.example" } as Parameters<typeof userOf>[0];

describe("an invitation", () => {
  const tokenOf = ({ url }: { url: string }) => new URL(url).searchParams.get("invitation") ?? "";

  it("creates one account, only for its address, even if registration needs an invitation", async () => {
    const admin = await actorOf({ admin: true });
    for (const mode of ["open", "invite"] as const) {
      env.REGISTRATION = mode;
      const input = newcomer();
      const { url } = await invite(admin, input.email, "en");
      expect(await mailTo(input.email)).toContain(url);
      const invitation = tokenOf({ url });
      expect(await findInvitation(invitation)).toEqual({ email: input.email, inviter: admin.username });
      expect((await listInvitations(admin)).map(({ email }) => email)).toContain(input.email);
      const taken = await register({ ...newcomer(), invitation });
      const user = await db.user.findUniqueOrThrow({ where: { id: "userId" in taken ? taken.userId : 0 } });
      expect(user).toMatchObject({ email: input.email, emailVerifiedAt: expect.any(Date) });
      await expect(register({ ...newcomer(), invitation })).rejects.toMatchObject(closed);
      await expect(invite(admin, input.email, "en")).rejects.toMatchObject({ kind: "conflict" });
    }
  });

  it("lets a log-in with a provider create the account, once", async () => {
    env.REGISTRATION = "invite";
    const { email } = newcomer();
    await invite(await actorOf({ admin: true }), email, "en");
    const profile = { subject: "invited", label: "invited", email: email.toUpperCase() };
    const id = await userOf(provider, profile);
    expect(await userOf(provider, profile)).toBe(id);
    expect(await db.invitation.count({ where: { email } })).toBe(0);
  });

  it("ends with a newer one, when it is withdrawn, after a week, and if registration is closed", async () => {
    const admin = await actorOf({ admin: true });
    const { email } = newcomer();
    const [first, second] = [await invite(admin, email, "en"), await invite(admin, email, "en")].map(tokenOf);
    expect([await findInvitation(first ?? ""), await findInvitation(second ?? "")]).toMatchObject([null, { email }]);
    env.REGISTRATION = "off";
    expect(await findInvitation(second ?? "")).toBeNull();
    await expect(invite(admin, email, "en")).rejects.toMatchObject(closed);
    env.REGISTRATION = "open";
    await withdrawInvitation(admin, email);
    expect(await findInvitation(second ?? "")).toBeNull();
    const third = tokenOf(await invite(admin, email, "en"));
    await db.invitation.update({ where: { email }, data: { expiresAt: new Date() } });
    expect(await findInvitation(third)).toBeNull();
    await sweepRegistrations();
    expect(await db.invitation.count({ where: { email } })).toBe(0);
  });

  it("is created, seen and withdrawn only by administrators", async () => {
    const user = await actorOf();
    const forbidden = { kind: "forbidden" };
    await expect(invite(user, "x@example.com", "en")).rejects.toMatchObject(forbidden);
    await expect(listInvitations(user)).rejects.toMatchObject(forbidden);
    await expect(withdrawInvitation(user, "x@example.com")).rejects.toMatchObject(forbidden);
    await endInvitation("nobody@example.com");
  });
});

describe("an unconfirmed account", () => {
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  const add = async (data: object = {}) => {
    const { user } = await createUser(newcomer());
    await db.user.update({ where: { id: user.id }, data: { createdAt: old, ...data } });
    return user.id;
  };

  it("is deleted after a week if it was never used and is empty", async () => {
    const goes = await add();
    const stays = [
      await add({ createdAt: new Date() }),
      await add({ emailVerifiedAt: old }),
      await add({ locale: "en" }),
      await add({ admin: true }),
    ];
    const full = await add();
    await db.channel.create({ data: { userId: full, name: "Mine" } });
    stays.push(full);
    expect(await sweepUnconfirmed()).toBe(1);
    expect(await db.user.findUnique({ where: { id: goes } })).toBeNull();
    expect(await db.user.count({ where: { id: { in: stays } } })).toBe(stays.length);
  });

  it("stays without a mail server", async () => {
    const id = await add();
    env.SMTP_URL = undefined;
    expect(await sweepUnconfirmed()).toBe(0);
    env.SMTP_URL = smtp.url;
    expect(await db.user.count({ where: { id } })).toBe(1);
  });

  it("stays with any data of the user", () => {
    const schema = readFileSync("prisma/schema.prisma", "utf8");
    const owned = [...schema.matchAll(/^model \w+ \{$(.*?)^\}/gms)]
      .map(([, body = ""]) => body)
      .filter((body) => /@map\("user_id"\)/.test(body))
      .map((body) => /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "");
    // Rows that come with every account, log-in or link.
    const own = ["api_keys", "one_time_tokens", "idempotency_keys", "link_views", "recovery_codes"];
    own.push("sessions", "two_factors", "link_blocks", "link_texts", "link_counts", "click_usage", "click_expiries");
    own.push("audit_entries", "audit_horizons", "link_change_sets", "list_settings", "destination_checks");
    own.push("weekly_reports", "account_deletions", "webhook_changes");
    expect(owned.filter((table) => !own.includes(table) && !content.includes(table))).toEqual([]);
    expect(content.filter((table) => !owned.includes(table))).toEqual([]);
  });
});

// The last test: no mail can be sent after it.
it("sends at most MAIL_PER_HOUR mails, and reserves a fifth for new passwords", async () => {
  const refusals: unknown[] = [];
  for (let n = 0; n < 45; n++) {
    await sendMail({ to: `all-${n}@example.com`, locale: null, subject: "x", blocks: [] }).catch((error) =>
      refusals.push(error),
    );
  }
  await deliverMails();
  expect(smtp.mails.length).toBeLessThan(40);
  expect(refusals[0]).toMatchObject({
    kind: "unavailable",
    message: "The e-mail could not be sent. Please try again later.",
  });
  const actor = await actorOf();
  const left = 40 - smtp.mails.length;
  expect(left).toBeGreaterThanOrEqual(8);
  for (let n = 0; n < left; n++) await mailPasswordReset(actor.email, "en");
  await deliverMails();
  expect(smtp.mails.length).toBe(40);
  await expect(mailPasswordReset(actor.email, "en")).rejects.toMatchObject({ kind: "unavailable" });
});
