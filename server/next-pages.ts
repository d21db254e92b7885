import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import next from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { env } from "@/lib/platform/env";
import type { OnShutdown } from "@/lib/platform/process/lifecycle";
import { rawEnv } from "@/lib/platform/raw-env";

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

const { default: loadConfig }: typeof import("next/dist/server/config") = createRequire(import.meta.url)(
  "next/dist/server/config",
);

/**
 * Makes Next use the configuration that the build wrote down, as Next does on hosts without next.config.ts. Compiling
 * next.config.ts at every start would take 65 MiB, which the process would keep. The configuration is loaded once here,
 * silently, so that Next does not print it.
 */
async function loadBuiltConfig(dir: string): Promise<void> {
  const { config } = JSON.parse(readFileSync(`${dir}/.next/required-server-files.json`, "utf8"));
  rawEnv.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  await loadConfig(PHASE_PRODUCTION_SERVER, dir, { silent: true });
  // Child processes must not inherit it.
  delete rawEnv.__NEXT_PRIVATE_STANDALONE_CONFIG;
}
