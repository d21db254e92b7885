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

const PASSWORD = "a password of the tests";

/** What the tests do in the name of a server, in their own process, on the server's database and with its secret. */
interface Services {
  createUser: typeof import("@/lib/resources/users/service").createUser;
  tokenOfSession: typeof import("@/lib/auth/session-token").tokenOfSession;
  /** Of `PASSWORD`. To make one for each user would take more of the processor than all else of it. */
  passwordHash: string;
}

/**
 * Modules keep a server's address and secret, so they are loaded for each server: once for all files of a process. This
 * module is loaded again with them, so it keeps nothing itself.
 */
const root = globalThis as { servicesOfServers?: Map<string, Promise<Services>>; loading?: Promise<unknown> };
root.servicesOfServers ??= new Map();
const loaded = root.servicesOfServers;
const MOST_SERVERS = 3;

export function servicesOf(server: ServerAddress): Promise<Services> {
  const { databaseUrl } = server;
  const services = loaded.get(databaseUrl) ?? load(server);
  // The last that was asked for is the last to be forgotten.
  loaded.delete(databaseUrl);
  loaded.set(databaseUrl, services);
  for (const [oldest] of [...loaded].slice(0, -MOST_SERVERS)) loaded.delete(oldest);
  return services;
}

/** One after another: what is imported belongs to the server that the environment names. */
function load(server: ServerAddress): Promise<Services> {
  const services = (root.loading ?? Promise.resolve()).then(() => loadNow(server));
  root.loading = services.catch(() => {});
  return services;
}

async function loadNow(server: ServerAddress): Promise<Services> {
  const SIGNPOST_ROOT_KEY = await rootKeyOf(server);
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "signpost");
  Object.assign(process.env, { DATABASE_URL: server.databaseUrl, LOG_LEVEL: "silent", SIGNPOST_ROOT_KEY });
  const { createUser } = await import("@/lib/resources/users/service");
  const { tokenOfSession } = await import("@/lib/auth/session-token");
  const { hashPassword } = await import("@/lib/auth/password");
  return { createUser, tokenOfSession, passwordHash: await hashPassword(PASSWORD) };
}

/** A user of the test's own on the Free plan, or an administrator, straight into the server's database. */
export async function newUser(server: ServerAddress, { admin = false } = {}): Promise<TestUser> {
  const username = `user${randomBytes(6).toString("hex")}`;
  const input = { username, email: `${username}@example.com`, admin };
  const { createUser, passwordHash } = await servicesOf(server);
  const { user, apiKey } = await createUser({ ...input, password: null, passwordHash, emailVerified: true });
  return { ...input, password: PASSWORD, id: user.id, key: apiKey };
}
