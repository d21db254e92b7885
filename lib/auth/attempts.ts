import { AppError } from "@/lib/contract/errors";
import { createRateLimiter, type RateLimit, type RateLimiter, type RateLimitKey } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { mailboxOf } from "./mailbox";

const MINUTE = 60;

/** What is guessed. A right password must not give a new try at the code. */
type Guess = "password" | "code";

/** What guesses are limited by. */
interface GuessLimiters {
  /** of one account on a device that has logged in to it */
  device: RateLimiter;
  /** of all accounts from one network */
  network: RateLimiter;
  /** of one account from one network: whoever guesses keeps nobody out but their neighbours */
  accountThere: RateLimiter;
  /** of one account from anywhere */
  account: RateLimiter;
}

export interface AttemptLimiters extends Record<Guess, GuessLimiters> {
  mail: { mailbox: RateLimiter; network: RateLimiter };
  registration: RateLimiter;
  handover: { account: RateLimiter; mailbox: RateLimiter };
  invitation: RateLimiter;
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
    // A million codes, three of which work: whoever guesses has the password already.
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

/** Whether somebody may not guess now. */
export const isLimited = (error: unknown) => error instanceof AppError && error.code === "too_many_attempts";

/** Who guesses at an account: from where and, where it has logged in to the account before, on which device. */
interface Guesser {
  account: string;
  address: string;
  device: string | null;
}

/**
 * Runs one check of a password or code, null meaning that it failed. Five failures in 15 minutes are allowed for an
 * account from one network, 20 for a network, and more for an account from everywhere together. A device that the
 * account knows is counted by itself, so that nobody else can keep its owner out. Many guesses at once gain nothing: an
 * account is charged before the check, and a network that ran out of failures meanwhile does not learn that one of them
 * was right. Throws `rate_limited`.
 */
export async function countFailures<T>(
  guess: Guess,
  { account, address, device }: Guesser,
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

/** A check that could not be made is no failure. */
async function settled<T>(check: () => Promise<T>, giveBack: () => Promise<unknown>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/** Charges one mail with a link. Throws `rate_limited`, whether or not the account exists. */
export async function countMail(email: string, address: string): Promise<void> {
  const { mailbox, network } = limiters().mail;
  assertAllowed(await network.consume({ address }), "request");
  assertAllowed(await mailbox.consume(mailboxOf(email)), "request");
}

/** Charges one mail by which an account invites a member. Throws `rate_limited`. */
export async function countInvitation(userId: number, email: string): Promise<void> {
  assertAllowed(await limiters().invitation.consume(`user:${userId}`), "request");
  assertAllowed(await limiters().mail.mailbox.consume(mailboxOf(email)), "request");
}

/** Charges one new account, before its password is hashed. Throws `rate_limited`. */
export async function countRegistration(address: string): Promise<void> {
  assertAllowed(await limiters().registration.consume({ address }), "request");
}

/** Charges one offer, which is mailed to whom its giver names. Throws `rate_limited`, whether or not they have an account. */
export async function countHandover(userId: number, email: string): Promise<void> {
  const { account, mailbox } = limiters().handover;
  assertAllowed(await account.consume(`user:${userId}`), "request");
  assertAllowed(await mailbox.consume(mailboxOf(email)), "request");
}
