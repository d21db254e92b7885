import { createServer } from "node:http";
import next from "next";
import { env } from "@/lib/platform/env";
import type { OnShutdown } from "@/lib/platform/lifecycle";
import { rawEnv } from "@/lib/platform/raw-env";
import { loadBuiltConfig } from "./built-config";

/** Starts Next on what the build has made. Returns the handler of its requests. */
export async function preparePages(onShutdown: OnShutdown) {
  // Next would read files named .env, and half of the service go by what they say.
  rawEnv.__NEXT_PROCESSED_ENV = "true";
  const dir = process.cwd();
  await loadBuiltConfig(dir);
  // A server action that redirects has Next fetch the next page from the service's own address.
  const hostname = env.HOST === "0.0.0.0" || env.HOST === "::" ? "localhost" : env.HOST;
  // Next would break off upgrades, which clients offer with every request. On a server that nobody reaches it hears of none.
  const pages = next({ dir, hostname, port: env.PORT, httpServer: createServer() });
  await pages.prepare();
  onShutdown(() => pages.close());
  return pages.getRequestHandler();
}
