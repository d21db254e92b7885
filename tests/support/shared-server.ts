import type { TestProject } from "vitest/node";
import { equalPriority, type ServerAddress, startServer, type TestServer } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    server: ServerAddress;
    trustingServer: ServerAddress;
  }
}

/**
 * Two servers for all API and browser tests of a run: `inject("server")`, and `inject("trustingServer")`, which fetches
 * from this machine and believes in what `X-Forwarded-For` says. Tests that share them create their own users.
 */
export default async function setup(project: TestProject) {
  // Another project may have started them. They are given to all, because a server uses a processor even while idle.
  if (project.getProvidedContext().server) return;
  const server = await startServer({ env: equalPriority });
  project.vitest.provide("server", addressOf(server));
  const trusting = await startServer({
    env: { ...equalPriority, ALLOW_PRIVATE_FETCH: "1", TRUSTED_PROXIES: "loopback" },
  });
  project.vitest.provide("trustingServer", addressOf(trusting));
  let stopping = false;
  for (const one of [server, trusting])
    one.exited.then((code) => {
      if (!stopping) console.error(`a shared server ended with ${code}. Its last lines:\n${one.logs().slice(-5_000)}`);
    });
  return async () => {
    stopping = true;
    await Promise.all([server.stop(), trusting.stop()]);
  };
}

/** Without functions, which cannot be passed to the test processes. */
function addressOf({ url, adminEmail, adminPassword, adminKey, dataDir, databaseUrl, appSecret }: TestServer) {
  return { url, adminEmail, adminPassword, adminKey, dataDir, databaseUrl, appSecret } satisfies ServerAddress;
}
