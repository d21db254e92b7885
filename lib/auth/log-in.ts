import { AppError, refusedField } from "@/lib/contract/errors";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/env";
import { hmac } from "@/lib/platform/secrets";
import type { Actor } from "./actor";
import { countFailures, isLimited } from "./attempts";
import { type Client, knownDevice } from "./devices";
import { logFailedLogIn, recordFailure } from "./events";
import { verifyPassword } from "./password";

/** The password is right, but it belongs to a registration whose address is not confirmed yet. */
export class UnconfirmedRegistration extends AppError {
  constructor(readonly id: string) {
    super("address_unconfirmed");
  }
}

/**
 * Returns the id of the user with this e-mail and password. Throws `unauthorized` if there is none, without revealing
 * which of the two is wrong, `UnconfirmedRegistration` if they are those of a registration, and `rate_limited` after
 * too many failures.
 */
export async function checkCredentials(input: { email: string; password: string }, client: Client): Promise<number> {
  const { email, password } = input;
  const find = () => db.user.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
  // Without a device cookie, check the limits first, so that refused attempts cost no query.
  const known = client.device ? await find() : null;
  const guesser = { account: email, address: client.address, device: known && knownDevice(known, client.device) };
  const check = async () => {
    const user = known ?? (await find());
    if (await verifyPassword(user?.passwordHash, password)) return user?.id ?? null;
    await refuseUnconfirmed(email, password);
    if (user) void recordFailure("log_in_failed", user.id, client.address);
    logFailedLogIn(user ? "wrong password" : "unknown account", client.address, user?.id);
    return null;
  };
  const userId = await countFailures("password", guesser, check).catch((error: unknown) => {
    if (isLimited(error)) logFailedLogIn("too many attempts", client.address, known?.id);
    throw error;
  });
  if (userId === null) throw credentialsWrong();
  return userId;
}

/**
 * Throws if the password is the one of a registration that waits for its confirmation. It does so whether or not the
 * address has an account, and takes as long if there is no registration, so that strangers who register an address learn
 * nothing about it. An exception neither counts as a failed attempt nor ends the count, as a correct password would.
 */
async function refuseUnconfirmed(email: string, password: string): Promise<void> {
  if (!env.SMTP_URL) return;
  const newest = await db.registration.findFirst({
    where: { email, expiresAt: { gt: new Date() } },
    orderBy: { expiresAt: "desc" },
    select: { id: true, passwordHash: true },
  });
  if ((await verifyPassword(newest?.passwordHash, password)) && newest) throw new UnconfirmedRegistration(newest.id);
}

export const credentialsWrong = () => new AppError("credentials_wrong");

/** A step between proving one's identity and a session: confirming the address, or entering a code. */
export type LogInStep = "email" | "code";

/** Returns the first step that a user who has proved their identity still has to take; null if there is none. */
export async function pendingLoginStep(userId: number): Promise<LogInStep | null> {
  const { emailVerifiedAt, twoFactor } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { emailVerifiedAt: true, twoFactor: { select: { enabledAt: true } } },
  });
  // Without a mail server, addresses cannot be confirmed.
  if (env.SMTP_URL && !emailVerifiedAt) return "email";
  return twoFactor?.enabledAt ? "code" : null;
}

/**
 * Returns a stamp for an unfinished log-in. Changing the password changes it, so that the log-in cannot be finished.
 */
export async function logInStamp(userId: number): Promise<string> {
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } });
  return Buffer.from(hmac("log-in-stamp", `${userId} ${passwordHash}`)).toString("base64url");
}

/** Checks the password of a logged-in user again, before a change that could lock them out of their account. */
export async function confirmPassword(actor: Actor, password: string, client: Client): Promise<void> {
  const passwordHash = await passwordHashOf(actor);
  if (passwordHash === null) throw noPassword();
  const check = async () => (await verifyPassword(passwordHash, password)) || null;
  const device = knownDevice({ id: actor.userId, passwordHash }, client.device);
  const confirmed = await countFailures("password", { account: actor.email, address: client.address, device }, check);
  if (!confirmed) throw refusedField("currentPassword", "current_password_wrong");
}

export const hasPassword = async (actor: Actor) => (await passwordHashOf(actor)) !== null;

async function passwordHashOf({ userId }: Actor): Promise<string | null> {
  return (await db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } })).passwordHash;
}

/** The refusal for users who log in only through a provider and so cannot confirm with a password. */
export const noPassword = () => new AppError("no_password");
