import { createServer } from "node:http";
import next from "next";
import { env } from "@/lib/platform/env";
import type { OnShutdown } from "@/lib/platform/process/lifecycle";
import { rawEnv } from "@/lib/platform/raw-env";
import { loadBuiltConfig } from "./built-config";

/** Starts Next on the result of the build. Returns its request handler. */
export async function preparePages(onShutdown: OnShutdown) {
  // Stops Next from reading .env files, which only part of the service would follow.
  rawEnv.__NEXT_PROCESSED_ENV = "true";
  const dir = process.cwd();
  await loadBuiltConfig(dir);
  // After a server action that redirects, Next fetches the next page from the service's own address.
  const hostname = env.HOST === "0.0.0.0" || env.HOST === "::" ? "localhost" : env.HOST;
  // Next would break off upgrades, which some clients always offer. It listens for them on this unused server instead.
  const pages = next({ dir, hostname, port: env.PORT, httpServer: createServer() });
  await pages.prepare();
  onShutdown(() => pages.close());
  return pages.getRequestHandler();
}
