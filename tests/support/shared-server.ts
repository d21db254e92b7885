import type { TestProject } from "vitest/node";
import { equalPriority, type ServerAddress, startServer, type TestServer } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    server: ServerAddress;
    trustingServer: ServerAddress;
  }
}

/** One server for all files of a project: `inject("server")`. Tests that share it create their own users. */
export default async function setup(project: TestProject) {
  const server = await startServer({ env: equalPriority });
  project.provide("server", addressOf(server));
  /** It fetches from this machine, and believes in what `X-Forwarded-For` says: `inject("trustingServer")`. */
  const trusting = await startServer({
    env: { ...equalPriority, ALLOW_PRIVATE_FETCH: "1", TRUSTED_PROXIES: "loopback" },
  });
  project.provide("trustingServer", addressOf(trusting));
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
