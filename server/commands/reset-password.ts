import { asCommand, readEmail, readPassword } from "./accounts";
import type { Command } from "./command";
import { givenPassword, passwordFlags, passwordOptions, readablePassword } from "./passwords";

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
