import { createHash, randomBytes } from "node:crypto";
import { db } from "@/lib/platform/db";
import { baseUrl } from "@/lib/platform/env";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Whether a URL still logs in, and if not, why. */
type SsoState = "usable" | "used" | "expired" | "unknown";

const hashOf = (token: string) => Uint8Array.from(createHash("sha256").update(token).digest());

/** A URL that logs its reader in as the user, once, within an hour. The user exists. */
export async function createSsoUrl(userId: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  // Old ones are kept for a while, to say why they do not work any more.
  await db.ssoToken.deleteMany({ where: { userId, expiresAt: { lt: new Date(now - DAY_MS) } } });
  await db.ssoToken.create({ data: { tokenHash: hashOf(token), userId, expiresAt: new Date(now + HOUR_MS) } });
  return `${baseUrl()}/login/sso/${token}`;
}

/** What would come of opening a URL, without using it. */
export async function ssoStateOf(token: string): Promise<SsoState> {
  const row = await db.ssoToken.findUnique({ where: { tokenHash: hashOf(token) } });
  if (!row) return "unknown";
  if (row.usedAt) return "used";
  return row.expiresAt > new Date() ? "usable" : "expired";
}

/** Uses a URL up; returns the id of the user to log in, null where it is not usable (see `ssoStateOf`). */
export async function consumeSsoToken(token: string): Promise<number | null> {
  // One conditional UPDATE decides, so two at once cannot both win.
  const [used] = await db.$queryRaw<{ userId: number }[]>`
    UPDATE sso_tokens SET used_at = now()
    WHERE token_hash = ${hashOf(token)} AND used_at IS NULL AND expires_at > now()
    RETURNING user_id AS "userId"`;
  return used?.userId ?? null;
}
