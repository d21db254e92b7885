import { accountEmail } from "@/lib/contract/email";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { authored } from "@/lib/platform/database/author";
import { username, webPassword } from "@/lib/resources/users/schema";
import type { Command } from "./command";
import { withDatabase } from "./database";
import { givenPassword, passwordFlags, passwordOptions, readablePassword } from "./passwords";

/** Validate an account's values with the same rules as the pages. */
const readEmail = (given: unknown) => parse(z.object({ email: accountEmail }), { email: given }).email;
const readUsername = (given: unknown) => parse(z.object({ username }), { username: given }).username;
const readPassword = (given: unknown) => parse(z.object({ password: webPassword }), { password: given }).password;

/** Runs `work` with the service's database. The audit log shows the command as the author. */
function asCommand<T>(name: string, work: () => Promise<T>): Promise<T> {
  return withDatabase(async () => {
    const { closeDatabase } = await import("./prepare-database");
    try {
      return await authored({ operation: `signpost ${name}` }, work);
    } finally {
      await closeDatabase();
    }
  });
}

export const createAdmin: Command = {
  name: "create-admin",
  summary: "Creates an administrator.",
  options: { email: { type: "string" }, username: { type: "string" }, ...passwordOptions },
  flags: {
    "email <address>": "The e-mail address to log in with.",
    "username <name>": "Default: made from the e-mail address.",
    ...passwordFlags,
  },
  required: ["email"],
  async run(values) {
    const email = readEmail(values.email);
    const wished = values.username === undefined ? undefined : readUsername(values.username);
    const given = await givenPassword(values);
    const password = given === undefined ? readablePassword() : readPassword(given);
    const { user } = await asCommand("create-admin", async () => {
      // Imported here, so that other commands start faster.
      const { createUser, freeUsername } = await import("@/lib/resources/users/service");
      const username = wished ?? (await freeUsername(email.split("@")[0] ?? ""));
      return createUser({ email, username, password, emailVerified: true, admin: true });
    });
    const made = given === undefined ? { password } : {};
    const lines = [`The administrator ${user.username} logs in with ${user.email}.`];
    if (given === undefined) lines.push(`Password (shown only once): ${password}`);
    return { ok: true, result: { id: user.id, email, username: user.username, ...made }, text: lines.join("\n") };
  },
};

export const resetPassword: Command = {
  name: "reset-password",
  summary: "Sets a user's password. Ends all of their sessions and invalidates their log-in links.",
  options: { email: { type: "string" }, ...passwordOptions },
  flags: { "email <address>": "The e-mail address of the user.", ...passwordFlags },
  required: ["email"],
  async run(values) {
    const email = readEmail(values.email);
    const given = await givenPassword(values);
    const password = given === undefined ? readablePassword() : readPassword(given);
    const id = await asCommand("reset-password", async () => {
      // Imported here, so that other commands start faster.
      const { setPassword } = await import("@/lib/auth/password-reset");
      return setPassword(email, password);
    });
    const made = given === undefined ? { password } : {};
    const lines = [`${email} has a new password and is logged out everywhere.`];
    if (given === undefined) lines.push(`Password (shown only once): ${password}`);
    return { ok: true, result: { id, email, ...made }, text: lines.join("\n") };
  },
};
