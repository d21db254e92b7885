import { StartError } from "@/lib/contract/errors";
import { withAdvisoryLock } from "@/lib/platform/database/advisory-lock";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/env";
import { webPassword } from "@/lib/resources/users/schema";
import { createUser } from "@/lib/resources/users/service";
import { readablePassword } from "./commands/passwords";

/**
 * The credentials of a new first administrator, without those that the environment sets, because the operator knows
 * them.
 */
export interface Credentials {
  email: string;
  password: string | undefined;
  apiKey: string | undefined;
}

/** Creates the first administrator, unless one exists. */
export function createAdministrator(databaseUrl: string): Promise<Credentials | undefined> {
  return withAdvisoryLock(databaseUrl, async () => {
    const found = await db.user.findFirst({ where: { admin: true }, select: { id: true } });
    return found ? undefined : create();
  });
}

async function create(): Promise<Credentials> {
  const email = env.ADMIN_EMAIL;
  const password = env.ADMIN_PASSWORD ?? readablePassword();
  if (!webPassword.safeParse(password).success)
    throw new StartError("ADMIN_PASSWORD is too common: choose another one");
  const input = { email, username: "admin", password, emailVerified: true, admin: true, apiKey: env.ADMIN_API_KEY };
  const { apiKey } = await createUser(input);
  return {
    email,
    password: env.ADMIN_PASSWORD === undefined ? password : undefined,
    apiKey: env.ADMIN_API_KEY === undefined ? apiKey : undefined,
  };
}
