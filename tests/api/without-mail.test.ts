import { expect, inject, it } from "vitest";
import { callAction, formArguments, serverActions } from "../support/actions";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newUser } from "../support/users";

const server = inject("server");

/** The words of a page, without its scripts, and where it redirects to. */
async function open(path: string, cookie = ""): Promise<{ location: string | null; words: string }> {
  const response = await fetch(server.url + path, { redirect: "manual", headers: { cookie } });
  const html = await response.text();
  const words = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, " ").replaceAll(/<[^>]*>/g, " ");
  return { location: response.headers.get("location"), words: words.replaceAll("&#x27;", "'").replaceAll(/\s+/g, " ") };
}

const promise = /\bwe(?:'ll)?\b[^.]*\b(?:sen[dt]|notify)\b|\bsend me\b|get an e-mail|spam folder/i;

it.each([
  ["/forgot-password", /This service can't send e-mail\. Create a link .* ask an administrator/],
  ["/dashboard/settings", /there are no weekly reports\. Ask an administrator/],
  ["/dashboard/settings/security", /Create a link to set a password/],
  ["/dashboard/settings/handovers", /confirm your e-mail address: .* ask an administrator for the link/],
  ["/dashboard/settings/handovers/new", /This service can't send e-mail: let its owner know yourself/],
])("%s promises no mail without a mail server", async (path, words) => {
  const user = await newUser(server);
  await sql(server, "UPDATE users SET password_hash = NULL, email_verified_at = NULL WHERE id = $1", [user.id]);
  const page = await open(path, path === "/forgot-password" ? "" : await sessionCookie(server, user.id));
  expect(page.words).toMatch(words);
  expect(page.words).not.toMatch(promise);
});

it("a page that waits for a mail leads to the log-in", async () => {
  expect((await open("/login/confirm")).location).toBe("/login");
});

const named = (name: string) => {
  const action = serverActions().find((one) => one.name === name);
  if (!action) throw new Error(`there is no action ${name}`);
  return action;
};

it("a link for a new password is in the outbox, and the answer says so", async () => {
  const user = await newUser(server);
  const forgot = named("forgotPassword of app/(site)/actions.ts");
  const answer = await callAction(server, forgot, formArguments([["email", user.email]]));
  expect(answer.result).toEqual({ ok: true, value: expect.stringMatching(/Ask an administrator.*reset-password/) });
  const cookie = await sessionCookie(server, user.id);
  const mailed = await callAction(server, named("mailPasswordLink of app/dashboard/settings/actions.ts"), "[]", {
    cookie,
  });
  expect(mailed.result).toEqual({ ok: true, value: expect.stringMatching(/can't send e-mail.*ask an administrator/) });
});

it("the answer to a weekly report says that there is none", async () => {
  const cookie = await sessionCookie(server, (await newUser(server)).id);
  const action = named("startWeeklyReport of app/dashboard/settings/actions.ts");
  const { result } = await callAction(server, action, "[]", { cookie });
  expect(result).toEqual({ ok: true, value: expect.stringMatching(/there are no weekly reports/) });
});
