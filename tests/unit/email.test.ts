import { afterAll, describe, expect, it } from "vitest";
import { locales } from "@/lib/contract/locales";
import { startDatabase } from "../support/database";
import { deliverMails } from "../support/deliver-mails";
import { startSmtp } from "../support/smtp";
import { eventually } from "../support/wait";

const smtp = await startSmtp();
process.env.SMTP_URL = smtp.url;
await startDatabase();
afterAll(() => smtp.close());
const { confirmEmail, findEmailLink, mailConfirmation, requestEmailChange } = await import(
  "@/lib/resources/account/email"
);
const { updateAccount } = await import("@/lib/resources/account/service");
const { pendingLoginStep } = await import("@/lib/auth/log-in");
const { findActorByKey, rotateLegacyKey } = await import("@/lib/auth/api-key");
const { mailPasswordReset, resetPassword } = await import("@/lib/auth/password-reset");
const { notifyOwner } = await import("@/lib/auth/notices");
const { createUser } = await import("@/lib/resources/users/service");
const { db } = await import("@/lib/platform/database/db");

let count = 0;
async function newUser() {
  const username = `mail-${++count}`;
  const { user, apiKey } = await createUser({ username, email: `${username}@example.com`, password: "quiet stone" });
  const actor = await findActorByKey(apiKey);
  if (!actor) throw new Error("the key is not known");
  return { user, actor };
}

/** Waits for a mail to an address that matches a text, with lines joined. */
const mailTo = (email: string, words: RegExp) =>
  eventually(async () => {
    await deliverMails();
    const found = smtp.mails.find(({ to, text }) => to.includes(email) && words.test(text.replaceAll(/\s+/g, " ")));
    if (!found) throw new Error(`no mail to ${email} says ${words}`);
    return found.text;
  });

const tokenTo = async (email: string, path = "login/confirm") =>
  /\/([\w-]{32})$/m.exec(await mailTo(email, new RegExp(path)))?.[1] ?? "";

const dead = { kind: "invalid", message: "This link has expired or was already used. Please ask for a new one." };

describe("a new account", () => {
  it("can log in after its address is confirmed, by a link that works once and only for it", async () => {
    const [{ user }, { user: other }] = [await newUser(), await newUser()];
    expect(await pendingLoginStep(user.id)).toBe("email");
    await mailConfirmation(user.id, "en");
    const token = await tokenTo(user.email);
    expect(await findEmailLink(token)).toEqual({ userId: user.id, email: user.email, isNew: false });
    await expect(confirmEmail(other.id, token)).rejects.toMatchObject(dead);
    const uses = await Promise.allSettled(Array.from({ length: 4 }, () => confirmEmail(user.id, token)));
    expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await findEmailLink(token)).toBeNull();
    expect([await pendingLoginStep(user.id), await pendingLoginStep(other.id)]).toEqual([null, "email"]);
  });

  it("has one day for it", async () => {
    const { user } = await newUser();
    await mailConfirmation(user.id, "en");
    const token = await tokenTo(user.email);
    await db.oneTimeToken.updateMany({
      where: { userId: user.id, kind: "confirm_email" },
      data: { expiresAt: new Date() },
    });
    expect(await findEmailLink(token)).toBeNull();
    await expect(confirmEmail(user.id, token)).rejects.toMatchObject(dead);
    expect(await pendingLoginStep(user.id)).toBe("email");
  });

  it("is confirmed by a mailed password reset as well", async () => {
    const { user } = await newUser();
    await mailPasswordReset(user.email, "en");
    await resetPassword(await tokenTo(user.email, "reset-password"), "another stone");
    expect(await pendingLoginStep(user.id)).toBeNull();
    await mailTo(user.email, /password of your account was changed/);
  });
});

describe("a new address", () => {
  it("replaces the old one when its link is used, and the old address gets mails before and after", async () => {
    const { user, actor } = await newUser();
    const email = `new-${user.email}`;
    await requestEmailChange(actor, email, "en");
    const token = await tokenTo(email);
    await mailTo(user.email, /Someone requested to change the e-mail address of your account to new-/);
    expect((await db.user.findUniqueOrThrow({ where: { id: user.id } })).email).toBe(user.email);
    expect(await findEmailLink(token)).toEqual({ userId: user.id, email, isNew: true });
    await confirmEmail(user.id, token);
    expect(await db.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      email,
      emailVerifiedAt: expect.any(Date),
    });
    await mailTo(user.email, /e-mail address of your account is now new-/);
  });

  it("is refused if it is taken, then or when the link is used", async () => {
    const [{ actor, user }, { user: other }] = [await newUser(), await newUser()];
    const taken = { kind: "conflict", fields: [{ path: "email" }] };
    await expect(requestEmailChange(actor, other.email, "en")).rejects.toMatchObject(taken);
    const email = `late-${user.email}`;
    await requestEmailChange(actor, email, "en");
    await db.user.update({ where: { id: other.id }, data: { email } });
    await expect(confirmEmail(user.id, await tokenTo(email))).rejects.toMatchObject(taken);
    expect((await db.user.findUniqueOrThrow({ where: { id: user.id } })).email).toBe(user.email);
  });

  it("is discarded with a new password", async () => {
    const { user, actor } = await newUser();
    await requestEmailChange(actor, `lost-${user.email}`, "en");
    const token = await tokenTo(`lost-${user.email}`);
    await updateAccount(actor, { password: "another stone" });
    await expect(confirmEmail(user.id, token)).rejects.toMatchObject(dead);
  });

  it("from the API still has to be confirmed", async () => {
    const { user, actor } = await newUser();
    await db.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } });
    await updateAccount(actor, { email: user.email });
    expect(await pendingLoginStep(user.id)).toBeNull();
    await updateAccount(actor, { email: `api-${user.email}` });
    expect(await pendingLoginStep(user.id)).toBe("email");
    await mailTo(user.email, /e-mail address of your account is now api-/);
  });
});

it("informs the owner of a new password and a new key, without secrets", async () => {
  const { user, actor } = await newUser();
  await updateAccount(actor, { password: "another stone" });
  const key = await rotateLegacyKey(actor.userId);
  expect(await mailTo(user.email, /password of your account was changed/)).not.toContain("another stone");
  expect(await mailTo(user.email, /API key of your account was replaced/)).not.toContain(key);
});

describe("the language of a mail", () => {
  it("is the account's, for any sender and any reason", async () => {
    const { user, actor } = await newUser();
    await db.user.update({ where: { id: user.id }, data: { locale: "de" } });
    await mailConfirmation(user.id, "en");
    await mailTo(
      user.email,
      /Hallo mail-\d+,.*Adresse bestätigen:\s+http\S+\/login\/confirm\/\S{32}\s+Der Link gilt einmal/,
    );
    await mailPasswordReset(user.email, "en");
    await mailTo(user.email, /Neues Passwort festlegen:\s+http\S+\/reset-password\/\S{32}\s+Der Link gilt einmal/);
    await requestEmailChange(actor, `de-${user.email}`, "en");
    await mailTo(`de-${user.email}`, /die E-Mail-Adresse deines Kontos in de-mail-/);
    await mailTo(
      user.email,
      /Jemand möchte die E-Mail-Adresse deines Kontos in de-mail-\S+ ändern\..*\/forgot-password\s/,
    );
    await rotateLegacyKey(actor.userId);
    await mailTo(user.email, /Der API-Schlüssel deines Kontos wurde ersetzt/);
    expect(await mailTo(user.email, /API-Schlüssel/)).toContain("Subject: Dein Signpost-Konto wurde geändert\r\n");
  });

  it("is the request's if the account has none, and English without a request", async () => {
    const { user, actor } = await newUser();
    await mailPasswordReset(user.email, "de");
    await mailTo(user.email, /jemand, vermutlich du, möchte das Passwort deines/);
    await rotateLegacyKey(actor.userId);
    await mailTo(user.email, /The API key of your account was replaced/);
  });

  it("does not change names that people chose", async () => {
    const { user } = await newUser();
    for (const locale of locales) {
      await db.user.update({ where: { id: user.id }, data: { locale } });
      await notifyOwner(user.id, (t) => t("changes.disconnected", { label: `<b>{x}</b> & ${locale}` }));
      const text = await mailTo(user.email, new RegExp(`& ${locale}`));
      expect(text).toContain(`<b>{x}</b> & ${locale}`);
      expect(text).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
    }
  });
});
