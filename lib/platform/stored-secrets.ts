import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env, provide } from "./env";

/** A random secret of 256 bits in the data folder, created at the first call and readable only by its owner. */
export function readStoredSecret(folder: string, name: string): string {
  const file = join(folder, name);
  if (!existsSync(file)) {
    // Written under another name first, so that a crash leaves either no secret or a complete one.
    writeFileSync(`${file}.new`, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    flushFolder(folder);
  }
  return readFileSync(file, "utf8").trim();
}

/** Makes sure that a new name in a folder is on disk. Windows does this itself. */
function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const opened = openSync(folder, "r");
  fsyncSync(opened);
  closeSync(opened);
}

const NAME = "app-secret";
/** The file of a new secret, until the database is known to use it. */
const NEXT = `${NAME}-next`;

/** Makes sure that there is an APP_SECRET. */
export function provideSecrets(): void {
  if (env.APP_SECRET) return;
  const APP_SECRET = readStoredSecret(env.DATA_DIR, NAME);
  const previous = existsSync(join(env.DATA_DIR, NEXT)) ? { APP_SECRET_PREVIOUS: nextSecret() } : {};
  provide({ APP_SECRET, ...previous });
}

/**
 * The next secret, created at the first call. Until `finishSecretChange`, both secrets are stored, so a crash loses
 * none of them.
 */
export const nextSecret = () => readStoredSecret(env.DATA_DIR, NEXT);

/** Ends a change of the secret in the data folder, once it is known which secret the database uses. */
export function finishSecretChange(secret: string): void {
  const [file, next] = [join(env.DATA_DIR, NAME), join(env.DATA_DIR, NEXT)];
  if (!existsSync(next)) return;
  if (nextSecret() === secret) renameSync(next, file);
  else rmSync(next);
}
