import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/platform/env";

/** The folder for mails when there is no mail server. */
export const outboxFolder = () => join(env.DATA_DIR, "outbox");

const KEPT_MS = 30 * 86_400_000;
const MOST = 10_000;

/**
 * Deletes mails that are older than 30 days and, oldest first, those above the maximum. Returns how many were deleted.
 */
export async function sweepOutbox(now = Date.now()): Promise<number> {
  const folder = outboxFolder();
  // The names start with the time.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  let gone = 0;
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    const isOne = names.length - index > MOST || (await stat(path)).mtimeMs < now - KEPT_MS;
    // The following mails are newer.
    if (!isOne) break;
    await rm(path, { force: true });
    gone += 1;
  }
  return gone;
}
