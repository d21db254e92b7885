import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { rawEnv } from "@/lib/platform/raw-env";

const { default: loadConfig }: typeof import("next/dist/server/config") = createRequire(import.meta.url)(
  "next/dist/server/config",
);

/**
 * Makes Next use the configuration that the build wrote down, as Next does on hosts without next.config.ts. Compiling
 * next.config.ts at every start would take 65 MiB, which the process would keep. The configuration is loaded once here,
 * silently, so that Next does not print it.
 */
export async function loadBuiltConfig(dir: string): Promise<void> {
  const { config } = JSON.parse(readFileSync(`${dir}/.next/required-server-files.json`, "utf8"));
  rawEnv.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  await loadConfig(PHASE_PRODUCTION_SERVER, dir, { silent: true });
  // Child processes must not inherit it.
  delete rawEnv.__NEXT_PRIVATE_STANDALONE_CONFIG;
}
