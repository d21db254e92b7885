import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { requestOf } from "@/lib/platform/database/author";
import { statement } from "@/lib/platform/database/statement";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import { networkOf } from "@/lib/platform/network/networks";
import { addressClass } from "@/lib/platform/network/public-address";

/** Events of an account that change no data. Triggers record changes: prisma/sql/audit.sql. */
export const events = [
  "logged_in",
  "administrator_logged_in",
  "log_in_failed",
  "code_failed",
  "log_in_url_made",
  "key_used_from_new_network",
] as const;

export type AuditEvent = (typeof events)[number];

interface AuditEventDetails {
  account: number;
  /** who it was, if known */
  person?: number;
  key?: number | null;
  admin?: number | null;
  address?: string;
  /** a fixed name that identifies the event, which is recorded only once */
  once?: string;
}

/** Writes an entry of the audit log. A failure to write it is not thrown. */
export async function record(
  event: AuditEvent,
  { account, person, key, admin, address = "", once }: AuditEventDetails,
): Promise<void> {
  const request = once === undefined ? randomUUID() : requestOf(`${event} ${account} ${once}`);
  const from = isIP(address) ? address : null;
  try {
    await statement(
      `INSERT INTO audit_entries
        (request, user_id, operation, person_id, person, key_id, key, admin_id, admin, address)
      SELECT $1::uuid, account.id, $2, $3::int, (SELECT username FROM users WHERE id = $3),
        $4::int, (SELECT name FROM api_keys WHERE id = $4), $5::int, (SELECT username FROM users WHERE id = $5), $6
      FROM users account WHERE account.id = $7
      ON CONFLICT DO NOTHING`,
      [request, event, person, key, admin, from, account],
    );
  } catch (error) {
    log.error({ error: String(error), event, account }, "an event could not be written to the audit log");
  }
}

/**
 * Logs why a log-in was refused, with the account's id if there is one. `reason` is a fixed sentence. What a person
 * typed is never logged, because it may be a password in the wrong field.
 */
export function logFailedLogIn(reason: string, address: string, account?: number, more: object = {}): void {
  counts().logIns[reason === "too many attempts" ? "limited" : "failed"]++;
  log.warn({ account, reason, from: addressClass(address), ...more }, "a log-in failed");
}

export function logLogIn(account: number, address: string, administrator?: number | null): void {
  counts().logIns.succeeded++;
  log.info({ account, administrator: administrator ?? undefined, from: addressClass(address) }, "a log-in succeeded");
}

/**
 * Records at most one entry an hour for each network, so that an attacker cannot fill the log. The limits of attempts
 * bound the number of networks.
 */
export function recordFailure(event: "log_in_failed" | "code_failed", account: number, address: string): Promise<void> {
  const hour = new Date().toISOString().slice(0, 13);
  return record(event, { account, address, once: `${networkOf(address)} ${hour}` });
}
