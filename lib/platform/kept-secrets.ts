import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env, provide } from "./env";

/** A random secret of 256 bits, made at the first call and kept in the data folder, readable by its owner alone. */
export function keptSecret(folder: string, name: string): string {
  const file = join(folder, name);
  if (!existsSync(file)) {
    // Written under another name first, so that a crash leaves either no secret or all of it.
    writeFileSync(`${file}.new`, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    flushFolder(folder);
  }
  return readFileSync(file, "utf8").trim();
}

/** What a folder lists is on disk only then; Windows does that by itself. */
function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const opened = openSync(folder, "r");
  fsyncSync(opened);
  closeSync(opened);
}

const NAME = "app-secret";
/** What is to take its place, while nobody knows yet whether the database has heard of it. */
const NEXT = `${NAME}-next`;

/** Sees to it that there is an APP_SECRET. */
export function provideSecrets(): void {
  if (env.APP_SECRET) return;
  const APP_SECRET = keptSecret(env.DATA_DIR, NAME);
  const previous = existsSync(join(env.DATA_DIR, NEXT)) ? { APP_SECRET_PREVIOUS: nextSecret() } : {};
  provide({ APP_SECRET, ...previous });
}

/** Made at the first call. Until it is settled both are at hand, whatever happens. */
export const nextSecret = () => keptSecret(env.DATA_DIR, NEXT);

/** Drops what is left of a change of the secret in the data folder, now that the database has said which it goes by. */
export function settleSecret(secret: string): void {
  const [file, next] = [join(env.DATA_DIR, NAME), join(env.DATA_DIR, NEXT)];
  if (!existsSync(next)) return;
  if (nextSecret() === secret) renameSync(next, file);
  else rmSync(next);
}
