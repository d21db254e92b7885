import { db } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";

/** The last uses of all keys are written together, once a minute. */
const WRITE_MS = 60_000;

/** The most keys in use within a minute; uses of further keys are not recorded. */
const maxKeys = 100_000;

interface Uses {
  from: Map<number, { at: Date; address: string }>;
  timer: NodeJS.Timeout | undefined;
}

const uses = () => processSingleton("keyUses", (): Uses => ({ from: new Map(), timer: undefined }));

/** Records that a key was used just now, from this address. */
export function noteUse(id: number, address: string): void {
  const noted = uses();
  if (noted.from.size >= maxKeys && !noted.from.has(id)) return;
  noted.from.set(id, { at: new Date(), address });
  noted.timer ??= setTimeout(() => void writeUses(), WRITE_MS).unref();
}

/** Writes the recorded uses. This also happens when the process stops. */
export async function writeUses(): Promise<void> {
  const noted = uses();
  clearTimeout(noted.timer);
  noted.timer = undefined;
  const rows = [...noted.from].map(([id, { at, address }]) => ({ id, at, address: address.slice(0, 64) }));
  noted.from.clear();
  if (rows.length === 0) return;
  try {
    await db.$executeRaw`
      WITH sent AS (SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS sent (id int, at timestamptz, address text)),
      -- A key that another process is at was used there just now.
      free AS (SELECT id FROM api_keys WHERE id IN (SELECT id FROM sent) FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE api_keys SET last_used_at = sent.at, last_used_from = sent.address FROM sent JOIN free USING (id)
      WHERE api_keys.id = sent.id AND (api_keys.last_used_at IS NULL OR api_keys.last_used_at < sent.at)`;
  } catch (error) {
    log.warn({ error: String(error) }, "the last uses of keys could not be stored");
  }
}
