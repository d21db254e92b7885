import { randomBytes } from "node:crypto";
import { vi } from "vitest";
import { rootKeyOf } from "./root-key";
import type { ServerAddress } from "./server";

export interface TestUser {
  id: number;
  email: string;
  username: string;
  password: string;
  key: string;
}

type UserService = typeof import("@/lib/resources/users/service");

let connected: { databaseUrl: string; service: Promise<UserService> } | undefined;

/** The server's own service, in the test's process, on the server's database and secret. */
function userService(server: ServerAddress): Promise<UserService> {
  const { databaseUrl } = server;
  if (connected?.databaseUrl !== databaseUrl) {
    vi.resetModules();
    Reflect.deleteProperty(globalThis, "signpost");
    Object.assign(process.env, { DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
    connected = { databaseUrl, service: loadService(server) };
  }
  return connected.service;
}

async function loadService(server: ServerAddress): Promise<UserService> {
  process.env.SIGNPOST_ROOT_KEY = await rootKeyOf(server);
  return import("@/lib/resources/users/service");
}

/** A user of the test's own on the Free plan, or an administrator, straight into the server's database. */
export async function newUser(server: ServerAddress, { admin = false } = {}): Promise<TestUser> {
  const username = `user${randomBytes(6).toString("hex")}`;
  const input = { username, email: `${username}@example.com`, password: "a password of the tests", admin };
  const { createUser } = await userService(server);
  const { user, apiKey } = await createUser({ ...input, emailVerified: true });
  return { ...input, id: user.id, key: apiKey };
}
