import { AppError, notFound, refusedField } from "@/lib/contract/errors";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";
import { db } from "@/lib/platform/database/db";
import { decrypt, encrypt } from "@/lib/platform/secrets";
import { type Actor, requireAdmin } from "./actor";
import { countFailures, isLimited } from "./attempts";
import { type Client, knownDevice } from "./devices";
import { logFailedLogIn, recordFailure } from "./events";
import { confirmPassword } from "./log-in";
import { notifyOwner } from "./notices";
import { consumeRecoveryCode, replaceRecoveryCodes } from "./recovery-codes";
import { findTotpStep, keyUri, newSecret } from "./totp";

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
  const begun = await db.$executeRaw`
    INSERT INTO two_factors (user_id, secret) VALUES (${userId}, ${secret})
    ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret WHERE two_factors.enabled_at IS NULL`;
  if (begun === 0) throw new AppError("two_factor_on");
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
