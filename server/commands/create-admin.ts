import { asCommand, readEmail, readPassword, readUsername } from "./accounts";
import type { Command } from "./command";
import { givenPassword, passwordFlags, passwordOptions, readablePassword } from "./passwords";

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
      const { createUser } = await import("@/lib/resources/users/service");
      const { freeUsername } = await import("@/lib/resources/users/free-username");
      const username = wished ?? (await freeUsername(email.split("@")[0] ?? ""));
      return createUser({ email, username, password, emailVerified: true, admin: true });
    });
    const made = given === undefined ? { password } : {};
    const lines = [`The administrator ${user.username} logs in with ${user.email}.`];
    if (given === undefined) lines.push(`Password (shown only once): ${password}`);
    return { ok: true, result: { id: user.id, email, username: user.username, ...made }, text: lines.join("\n") };
  },
};
