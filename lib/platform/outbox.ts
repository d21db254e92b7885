import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "./env";

/** Where mail is kept without a mail server. */
export const outboxFolder = () => join(env.DATA_DIR, "outbox");

const KEPT_MS = 30 * 86_400_000;
const MOST = 10_000;

/** Deletes the mails of a month ago, and those that are too many, the oldest first. Returns how many went. */
export async function sweepOutbox(now = Date.now()): Promise<number> {
  const folder = outboxFolder();
  // Their names begin with the time.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  let gone = 0;
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    const isOne = names.length - index > MOST || (await stat(path)).mtimeMs < now - KEPT_MS;
    // Those behind it are younger.
    if (!isOne) break;
    await rm(path, { force: true });
    gone += 1;
  }
  return gone;
}
