import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { authored } from "@/lib/platform/author";
import { email, username, webPassword } from "@/lib/resources/users/schema";
import { withDatabase } from "./database";

/** These parse values of accounts by the rules of the pages. */
export const readEmail = (given: unknown) => parse(z.object({ email }), { email: given }).email;
export const readUsername = (given: unknown) => parse(z.object({ username }), { username: given }).username;
export const readPassword = (given: unknown) =>
  parse(z.object({ password: webPassword }), { password: given }).password;

/** Runs `work` through the services. The audit log names the command as the author. */
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
