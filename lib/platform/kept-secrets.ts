import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env, provide } from "./env";

/** A random secret of 256 bits, made at the first call and kept in the data folder, readable by its owner alone. */
export function keptSecret(folder: string, name: string): string {
  const file = join(folder, name);
  if (!existsSync(file)) {
    // Written under another name first, so that a crash leaves either no secret or all of it.
    writeFileSync(`${file}.new`, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, "utf8").trim();
}

/** Sees to it that there is an APP_SECRET. */
export function provideSecrets(): void {
  provide({ APP_SECRET: env.APP_SECRET ?? keptSecret(env.DATA_DIR, "app-secret") });
}
