import type { TestProject } from "vitest/node";
import { type ServerAddress, startServer } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    server: ServerAddress;
  }
}

/** One server for all files of a project: `inject("server")`. Tests that share it make users of their own. */
export default async function setup(project: TestProject) {
  const server = await startServer();
  // Functions cannot be handed to the processes that run the tests.
  const { url, adminEmail, adminPassword, adminKey, dataDir, databaseUrl, appSecret } = server;
  project.provide("server", { url, adminEmail, adminPassword, adminKey, dataDir, databaseUrl, appSecret });
  return server.stop;
}
