import { accountEmail } from "@/lib/contract/email";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { authored } from "@/lib/platform/database/author";
import { username, webPassword } from "@/lib/resources/users/schema";
import { withDatabase } from "./database";

/** Validate an account's values with the same rules as the pages. */
export const readEmail = (given: unknown) => parse(z.object({ email: accountEmail }), { email: given }).email;
export const readUsername = (given: unknown) => parse(z.object({ username }), { username: given }).username;
export const readPassword = (given: unknown) =>
  parse(z.object({ password: webPassword }), { password: given }).password;

/** Runs `work` with the service's database. The audit log shows the command as the author. */
export function asCommand<T>(name: string, work: () => Promise<T>): Promise<T> {
  return withDatabase(async () => {
    const { closeDatabase } = await import("./prepare-database");
    try {
      return await authored({ operation: `signpost ${name}` }, work);
    } finally {
      await closeDatabase();
    }
  });
}
