import { randomBytes } from "node:crypto";
import type { ServerAddress } from "./server";
import { PASSWORD, servicesOf } from "./services";

export interface TestUser {
  id: number;
  email: string;
  username: string;
  password: string;
  key: string;
}

/** Adds a user on the Free plan, or an administrator, straight into the server's database, for one test. */
export async function newUser(server: ServerAddress, { admin = false } = {}): Promise<TestUser> {
  const username = `user${randomBytes(6).toString("hex")}`;
  const input = { username, email: `${username}@example.com`, admin };
  const { createUser, passwordHash } = await servicesOf(server);
  const { user, apiKey } = await createUser({ ...input, password: null, passwordHash, emailVerified: true });
  return { ...input, password: PASSWORD, id: user.id, key: apiKey };
}
