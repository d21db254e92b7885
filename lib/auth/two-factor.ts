import { randomInt, timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { AppError, notFound, refusedField } from "@/lib/contract/errors";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";
import { db, type Transaction } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { decrypt, encrypt, hmac } from "@/lib/platform/secrets";
import { type Actor, requireAdmin } from "./actor";
import { countFailures, isLimited } from "./attempts";
import { type Client, knownDevice } from "./devices";
import { logFailedLogIn, recordFailure } from "./events";
import { confirmPassword } from "./log-in";
import { notifyOwner } from "./notices";

interface TwoFactorState {
  enabledAt: Date | null;
  codesLeft: number;
  /** during setup: the key for the authenticator app, to type and as the content of its QR code */
  setUp: { key: string; uri: string } | null;
}

/** The proof that a change of two-factor authentication requires again. */
interface Proof {
  currentPassword: string;
  code: string;
}

const wrongCode = () => refusedField("code", "code_wrong");

export async function readTwoFactor(actor: Actor): Promise<TwoFactorState> {
  const { userId } = actor;
  const [row, codesLeft] = await Promise.all([
    db.twoFactor.findUnique({ where: { userId } }),
    db.recoveryCode.count({ where: { userId } }),
  ]);
  if (!row || row.enabledAt) return { enabledAt: row?.enabledAt ?? null, codesLeft, setUp: null };
  const key = decrypt("two-factor", row.secret);
  return { enabledAt: null, codesLeft, setUp: { key, uri: keyUri(key, (await instanceSettings()).name, actor.email) } };
}

/**
 * Creates a secret, or replaces it during setup. It takes effect once a code of it is entered. Throws a `conflict` if
 * two-factor authentication is already on.
 */
export async function beginTwoFactor({ userId }: Actor): Promise<void> {
  const secret = encrypt("two-factor", newSecret());
  const [begun] = await statement(
    `INSERT INTO two_factors (user_id, secret) VALUES ($1, $2)
    ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret WHERE two_factors.enabled_at IS NULL RETURNING user_id`,
    [userId, secret],
  );
  if (!begun) throw new AppError("two_factor_on");
}

/** Turns it on with a first code, which proves that the app has the secret. Returns the recovery codes. */
export async function enableTwoFactor({ userId }: Actor, code: string): Promise<string[]> {
  const row = await db.twoFactor.findUnique({ where: { userId, enabledAt: null } });
  if (!row) throw new AppError("two_factor_not_begun");
  const step = findTotpStep(decrypt("two-factor", row.secret), digitsOf(code));
  if (step === null) throw wrongCode();
  const codes = await db.$transaction(async (tx) => {
    const { count } = await tx.twoFactor.updateMany({
      where: { userId, enabledAt: null, secret: row.secret },
      data: { enabledAt: new Date(), lastStep: step },
    });
    if (count === 0) throw new AppError("two_factor_not_begun");
    return replaceRecoveryCodes(userId, tx);
  });
  void notifyOwner(userId, (t) => t("changes.twoFactorOn"));
  return codes;
}

/**
 * Accepts a code of the app or a recovery code, each once. Throws `invalid`, or `rate_limited` after too many failures.
 */
export async function checkSecondFactor(userId: number, code: string, { address, device }: Client): Promise<void> {
  const account = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, passwordHash: true } });
  const guesser = { account: String(userId), address, device: knownDevice(account, device) };
  const check = async () => ((await consumeCode(userId, digitsOf(code))) ? true : null);
  const taken = await countFailures("code", guesser, check).catch((error: unknown) => {
    if (isLimited(error)) logFailedLogIn("too many attempts", address, userId);
    throw error;
  });
  if (taken) return;
  logFailedLogIn("wrong code", address, userId);
  void recordFailure("code_failed", userId, address);
  throw wrongCode();
}

/** People type codes as they see them: in groups, with dashes, in capitals. */
const digitsOf = (code: string) => code.replace(/[\s-]/g, "").toLowerCase();

async function consumeCode(userId: number, code: string): Promise<boolean> {
  if (/^\d+$/.test(code)) return consumeTimeCode(userId, code);
  const taken = await consumeRecoveryCode(userId, code);
  if (taken) void notifyOwner(userId, (t) => t("changes.recoveryCodeUsed"));
  return taken;
}

async function consumeTimeCode(userId: number, code: string): Promise<boolean> {
  const row = await db.twoFactor.findUnique({ where: { userId, enabledAt: { not: null } } });
  const step = row && findTotpStep(decrypt("two-factor", row.secret), code);
  if (!step) return false;
  // The update is conditional, so that a code works only once, even if someone else has seen it.
  const { count } = await db.twoFactor.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count > 0;
}

export async function renewRecoveryCodes(actor: Actor, proof: Proof, client: Client): Promise<string[]> {
  await prove(actor, proof, client);
  const codes = await db.$transaction((tx) => replaceRecoveryCodes(actor.userId, tx));
  void notifyOwner(actor.userId, (t) => t("changes.recoveryCodes"));
  return codes;
}

export async function disableTwoFactor(actor: Actor, proof: Proof, client: Client): Promise<void> {
  await prove(actor, proof, client);
  await remove(actor.userId);
}

async function prove(actor: Actor, { currentPassword, code }: Proof, client: Client): Promise<void> {
  await confirmPassword(actor, currentPassword, client);
  await checkSecondFactor(actor.userId, code, client);
}

/** Turns it off for a user who has lost the device and the recovery codes. For administrators. */
export async function removeTwoFactor(actor: Actor, userId: number): Promise<void> {
  requireAdmin(actor);
  if (!(await db.user.findUnique({ where: { id: userId, deletion: null }, select: { id: true } })))
    throw notFound("user");
  await remove(userId);
}

async function remove(userId: number): Promise<void> {
  const [{ count }] = await db.$transaction([
    db.twoFactor.deleteMany({ where: { userId } }),
    db.recoveryCode.deleteMany({ where: { userId } }),
  ]);
  if (count > 0) void notifyOwner(userId, (t) => t("changes.twoFactorOff"));
}

const COUNT = 10;
const HALF = 5;

// Leaves out characters that are easily confused. A code has 49 bits.
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

const hashOf = (userId: number, code: string) => hmac("recovery-code", `${userId} ${code.replaceAll("-", "")}`);

/** Replaces a user's recovery codes and returns the new ones. Only their hashes are stored. */
async function replaceRecoveryCodes(userId: number, tx: Transaction): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => `${half()}-${half()}`);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })) });
  return codes;
}

/** Uses a code if it is one of the user's. Only one of two simultaneous requests succeeds. */
async function consumeRecoveryCode(userId: number, code: string): Promise<boolean> {
  const { count } = await db.recoveryCode.deleteMany({ where: { userId, codeHash: hashOf(userId, code) } });
  return count > 0;
}

// The parameters of every authenticator app: SHA-1, 6 digits, a new code every 30 seconds.
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

/** Codes of this many steps before and after the current one also work, because clocks differ and typing takes time. */
const DRIFT = 1;

const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });

/** Returns a new secret of 160 bits in base32, as people type it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the number of the 30-second step at a time in milliseconds. */
export const stepAt = (ms: number) => TOTP.counter({ period: PERIOD_SECONDS, timestamp: ms });

export const codeAt = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * PERIOD_SECONDS * 1000 });

/** Returns the step of a code, among those that are valid at this moment; null for any other code. */
export function findTotpStep(secret: string, code: string, ms = Date.now()): number | null {
  const now = stepAt(ms);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => now - DRIFT + index);
  // Compare all of them, so that the time reveals nothing; the library would stop at the first match.
  return steps.filter((step) => isSame(codeAt(secret, step), code)).at(-1) ?? null;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the content of the QR code for authenticator apps, without the defaults that the library would add. */
export function keyUri(secret: string, service: string, account: string): string {
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(service)}`;
}
