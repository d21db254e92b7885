import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { rawEnv } from "@/lib/platform/raw-env";

const { default: loadConfig }: typeof import("next/dist/server/config") = createRequire(import.meta.url)(
  "next/dist/server/config",
);

/**
 * Has Next take its configuration as the build has written it down, as it does on hosts without next.config.ts. To
 * compile that anew at every start would take 65 MiB, which the process would keep. Next finds what has been loaded once,
 * in silence, and does not announce it.
 */
export async function loadBuiltConfig(dir: string): Promise<void> {
  const { config } = JSON.parse(readFileSync(`${dir}/.next/required-server-files.json`, "utf8"));
  rawEnv.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  await loadConfig(PHASE_PRODUCTION_SERVER, dir, { silent: true });
  // Not for the processes that this one starts.
  delete rawEnv.__NEXT_PRIVATE_STANDALONE_CONFIG;
}
