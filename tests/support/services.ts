import { vi } from "vitest";
import { rootKeyOf } from "./root-key";
import type { ServerAddress } from "./server";

export const PASSWORD = "a password of the tests";

/** What tests do on behalf of a server: in their own process, on the server's database and with its keys. */
interface Services {
  createUser: typeof import("@/lib/resources/users/service").createUser;
  tokenOfSession: typeof import("@/lib/auth/session-rows").tokenOfSession;
  generateApiKey: typeof import("@/lib/auth/api-key").generateApiKey;
  sealApiKey: typeof import("@/lib/auth/api-key").sealApiKey;
  /** The hash of `PASSWORD`. Hashing it for each user would take more processor time than the rest. */
  passwordHash: string;
}

interface Shared {
  /** By database and root key, because a later server may get an earlier one's port, but has its own keys. */
  services: Map<string, Promise<Services>>;
  /** the server of the modules that `import()` returns */
  current?: string;
  /** Imports run one after the other. */
  last: Promise<unknown>;
}

// All files of a process share this. Module state would be lost, because each file loads this module again.
const root = globalThis as { servicesOfServers?: Shared };
root.servicesOfServers ??= { services: new Map(), last: Promise.resolve() };
const shared = root.servicesOfServers;
const MOST_SERVERS = 3;

/** The services of a server. Modules keep its address and keys, so they are loaded once for each server. */
export async function servicesOf(server: ServerAddress): Promise<Services> {
  const { services } = shared;
  const key = await identify(server);
  const found = services.get(key) ?? importFor(server, load);
  // The server that was used last is removed last.
  services.delete(key);
  services.set(key, found);
  for (const oldest of [...services.keys()].slice(0, -MOST_SERVERS)) services.delete(oldest);
  return found;
}

/** Imports modules for a server's database and keys. `import()` alone may return another server's modules. */
export function importFor<T>(server: ServerAddress, load: () => Promise<T>): Promise<T> {
  const loaded = shared.last.then(async () => {
    await choose(server);
    return load();
  });
  shared.last = loaded.catch(() => {});
  return loaded;
}

async function load(): Promise<Services> {
  const { createUser } = await import("@/lib/resources/users/service");
  const { tokenOfSession } = await import("@/lib/auth/session-rows");
  const { generateApiKey, sealApiKey } = await import("@/lib/auth/api-key");
  const { hashPassword } = await import("@/lib/auth/password");
  return { createUser, tokenOfSession, generateApiKey, sealApiKey, passwordHash: await hashPassword(PASSWORD) };
}

/** Makes `import()` return modules for this server. */
async function choose(server: ServerAddress): Promise<void> {
  const key = await identify(server);
  if (shared.current === key) return;
  // Benchmarks run outside Vitest, with a single server.
  if (process.env.VITEST) vi.resetModules();
  Reflect.deleteProperty(globalThis, "signpost");
  const SIGNPOST_ROOT_KEY = await rootKeyOf(server);
  Object.assign(process.env, { DATABASE_URL: server.databaseUrl, LOG_LEVEL: "silent", SIGNPOST_ROOT_KEY });
  shared.current = key;
}

const identify = async (server: ServerAddress) => `${server.databaseUrl} ${await rootKeyOf(server)}`;
