import { foldEmail } from "@/lib/contract/email";
import { AppError } from "@/lib/contract/errors";
import {
  createRateLimiter,
  type RateLimit,
  type RateLimiter,
  type RateLimitKey,
} from "@/lib/platform/limits/rate-limit";
import { requireMail } from "@/lib/platform/mail/mail";
import { processSingleton } from "@/lib/platform/singleton";

const MINUTE = 60;

/**
 * The kinds of secrets that attackers guess. Each kind has its own counter, so that a correct password gives no more
 * attempts to guess the code.
 */
type Guess = "password" | "code";

interface GuessLimiters {
  /** for one account on a device that has logged in to it */
  device: RateLimiter;
  /** for all accounts from one network */
  network: RateLimiter;
  /** for one account from one network, so that an attacker locks out only their own network */
  accountThere: RateLimiter;
  /** for one account from all networks */
  account: RateLimiter;
}

const guessLimiters = (name: string, anywhere: { points: number; seconds: number }): GuessLimiters => ({
  device: createRateLimiter({ name: `${name}-device`, points: 5, seconds: 15 * MINUTE }),
  network: createRateLimiter({ name: `${name}-network`, points: 20, seconds: 15 * MINUTE }),
  accountThere: createRateLimiter({ name: `${name}-account-network`, points: 5, seconds: 15 * MINUTE }),
  account: createRateLimiter({ name: `${name}-account`, ...anywhere }),
});

const limiters = () =>
  processSingleton("attempts", () => ({
    password: guessLimiters("log-in", { points: 30, seconds: 15 * MINUTE }),
    // At any moment, three of a million codes are valid, and the attacker already has the password.
    code: guessLimiters("code", { points: 15, seconds: 60 * MINUTE }),
    mail: {
      mailbox: createRateLimiter({ name: "mail-mailbox", points: 3, seconds: 60 * MINUTE }),
      network: createRateLimiter({ name: "mail-network", points: 20, seconds: 60 * MINUTE }),
    },
    registration: createRateLimiter({ name: "registration", points: 10, seconds: 60 * MINUTE }),
    handover: {
      account: createRateLimiter({ name: "handover-account", points: 30, seconds: 60 * MINUTE }),
      mailbox: createRateLimiter({ name: "handover-mailbox", points: 10, seconds: 60 * MINUTE }),
    },
    invitation: createRateLimiter({ name: "member-invitation", points: 50, seconds: 60 * MINUTE }),
  }));

function assertAllowed({ allowed, resetAt }: RateLimit, what: Guess | "request") {
  if (allowed) return;
  const minutes = Math.max(1, Math.ceil(Math.floor(resetAt - Date.now() / 1000) / MINUTE));
  throw new AppError("too_many_attempts", { what, minutes });
}

/** Returns whether the error means that the limit of attempts has been reached. */
export const isLimited = (error: unknown) => error instanceof AppError && error.code === "too_many_attempts";

/**
 * The client that tries to log in to an account: its address and, if it has logged in to the account before, its
 * device.
 */
interface GuessSource {
  account: string;
  address: string;
  device: string | null;
}

/**
 * Runs one check of a password or code; null means that it failed. Allows five failures in 15 minutes for an account
 * from one network, 20 for a network, and more for an account from all networks together. Devices that the account
 * knows are counted separately, so that strangers cannot lock out the owner. Simultaneous guesses gain nothing: an
 * account is charged before the check. If a network has no failures left meanwhile, it gets the same answer for a
 * correct guess. Throws `rate_limited`.
 */
export async function countFailures<T>(
  guess: Guess,
  { account, address, device }: GuessSource,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const counts = limiters()[guess];
  const charge = (limiter: RateLimiter, key: RateLimitKey) =>
    limiter.consume(key).then((limit) => assertAllowed(limit, guess));

  if (device) {
    const key = `${account} ${device}`;
    await charge(counts.device, key);
    const result = await settled(check, () => counts.device.refund(key));
    if (result !== null) await counts.device.reset(key);
    return result;
  }

  const [there, network] = [{ address, with: account }, { address }];
  const stillAllowed = async () => assertAllowed(await counts.network.peek(network), guess);
  await stillAllowed();
  await charge(counts.accountThere, there);
  await charge(counts.account, account);
  const giveBack = () => Promise.all([counts.accountThere.refund(there), counts.account.refund(account)]);
  const result = await settled(check, giveBack);
  if (result === null) {
    await charge(counts.network, network);
  } else {
    await stillAllowed();
    await Promise.all([counts.accountThere.reset(there), counts.account.refund(account)]);
  }
  return result;
}

/** A check that could not be completed is not a failure. */
async function settled<T>(check: () => Promise<T>, giveBack: () => Promise<unknown>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * Counts one mail with a link, unless no mail would be taken now. Throws `rate_limited` or `unavailable`, whether or not
 * the account exists.
 */
export async function countMail(email: string, address: string, letsIn = false): Promise<void> {
  await requireMail(letsIn);
  const { mailbox, network } = limiters().mail;
  assertAllowed(await network.consume({ address }), "request");
  assertAllowed(await mailbox.consume(mailboxOf(email)), "request");
}

/** Counts one mail that invites a member. Throws `rate_limited`. */
export async function countInvitation(userId: number, email: string): Promise<void> {
  assertAllowed(await limiters().invitation.consume(`user:${userId}`), "request");
  assertAllowed(await limiters().mail.mailbox.consume(mailboxOf(email)), "request");
}

/** Counts one new account, before its password is hashed. Throws `rate_limited`. */
export async function countRegistration(address: string): Promise<void> {
  assertAllowed(await limiters().registration.consume({ address }), "request");
}

/**
 * Counts one transfer, which is mailed to its recipient. Throws `rate_limited`, whether or not they have an account.
 */
export async function countOwnershipTransfer(userId: number, email: string): Promise<void> {
  const { account, mailbox } = limiters().handover;
  assertAllowed(await account.consume(`user:${userId}`), "request");
  assertAllowed(await mailbox.consume(mailboxOf(email)), "request");
}

/**
 * The mailbox of an address, as far as the address shows it: `ann+shop@example.com` is `ann@example.com`, and Google
 * ignores dots. Use it to count, not to send mail.
 */
export function mailboxOf(email: string): string {
  const folded = foldEmail(email);
  const at = folded.lastIndexOf("@");
  const [name = ""] = folded.slice(0, at).split("+");
  const host = folded.slice(at + 1);
  return host === "gmail.com" || host === "googlemail.com"
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${host}`;
}
