import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";

const BATCH = 500;

/** What a user can own. A user who owns any of it is kept. A test compares this with the schema. */
export const content = [
  "bio_pages",
  "campaigns",
  "channels",
  "conversion_corrections",
  "conversions",
  "deleted_links",
  "domains",
  "former_domains",
  "handovers",
  "identities",
  "imports",
  "links",
  "member_invitations",
  "members",
  "overlays",
  "pixels",
  "qr_templates",
  "qr_codes",
  "sms_accounts",
  "sms_messages",
  "splash_pages",
  "statistics_shares",
  "tags",
  "uploads",
  "utm_templates",
  "webhooks",
];

/**
 * Deletes accounts after a week if their address was not confirmed, they have never been used to log in and they are
 * empty. Without a mail server addresses cannot be confirmed, so all accounts stay. Returns how many it deleted.
 */
export async function sweepUnconfirmed(): Promise<number> {
  if (!env.SMTP_URL) return 0;
  let gone = 0;
  for (;;) {
    const { length } = await statement(unconfirmed);
    gone += length;
    if (length < BATCH) break;
  }
  if (gone > 0) log.info({ accounts: gone }, "deleted accounts that were not confirmed within a week");
  return gone;
}

// A user who has logged in has a locale.
const unconfirmed = `
  DELETE FROM users WHERE id IN (
    SELECT id FROM users AS u
    WHERE email_verified_at IS NULL AND locale IS NULL AND NOT admin AND created_at < now() - interval '7 days'
      AND EXISTS (SELECT FROM plans WHERE plans.id = u.plan_id AND plans.free)
      ${content.map((table) => `AND NOT EXISTS (SELECT FROM ${table} WHERE user_id = u.id)`).join("\n      ")}
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING id`;

/** Deletes expired registrations and invitations. */
export async function sweepRegistrations(): Promise<void> {
  await statement("DELETE FROM registrations WHERE expires_at < now()");
  await statement("DELETE FROM invitations WHERE expires_at < now()");
}
