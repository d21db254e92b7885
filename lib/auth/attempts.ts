import { createRateLimiter, type RateLimit, type RateLimiter } from "@/lib/api/rate-limit";
import { AppError } from "@/lib/errors";
import { once } from "@/lib/once";

const MINUTE = 60;

/** What guessing and flooding are limited by: each is counted per account and per client address. */
interface Limiters {
  account: RateLimiter;
  address: RateLimiter;
}

/** What is guessed. A right password must not give a new try at the code. */
type Guess = "password" | "code";

export type AttemptLimiters = Record<Guess | "mail", Limiters>;

const limiters = () =>
  once("attempts", () => ({
    password: {
      account: createRateLimiter({ name: "log-in-account", points: 5, seconds: 15 * MINUTE }),
      address: createRateLimiter({ name: "log-in-address", points: 20, seconds: 15 * MINUTE }),
    },
    code: {
      account: createRateLimiter({ name: "code-account", points: 5, seconds: 15 * MINUTE }),
      address: createRateLimiter({ name: "code-address", points: 20, seconds: 15 * MINUTE }),
    },
    mail: {
      account: createRateLimiter({ name: "mail-account", points: 3, seconds: 60 * MINUTE }),
      address: createRateLimiter({ name: "mail-address", points: 20, seconds: 60 * MINUTE }),
    },
  }));

const words = { password: "failed log-ins", code: "wrong codes" };

function refuseUnlessAllowed({ allowed, resetAt }: RateLimit, what: string) {
  if (allowed) return;
  const minutes = Math.max(1, Math.ceil(Math.floor(resetAt - Date.now() / 1000) / MINUTE));
  throw new AppError(
    "rate_limited",
    `Too many ${what}. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  );
}

/**
 * Runs one check of a password or code, null meaning that it failed: 5 failures in 15 minutes are allowed for an
 * account and 20 for an address. Many guesses at once gain nothing: an account is charged before the check, and an
 * address that ran out of failures meanwhile does not learn that one of them was right. Throws `rate_limited`.
 */
export async function countFailures<T>(
  guess: Guess,
  accountName: string,
  addressName: string,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const { account, address } = limiters()[guess];
  const what = words[guess];
  refuseUnlessAllowed(await address.peek(addressName), what);
  refuseUnlessAllowed(await account.consume(accountName), what);
  const result = await check();
  if (result === null) {
    refuseUnlessAllowed(await address.consume(addressName), what);
  } else {
    refuseUnlessAllowed(await address.peek(addressName), what);
    await account.reset(accountName);
  }
  return result;
}

/** Charges one mail with a link. Throws `rate_limited`, whether or not the account exists. */
export async function countMail(email: string, addressName: string): Promise<void> {
  const { account, address } = limiters().mail;
  refuseUnlessAllowed(await address.consume(addressName), "requests");
  refuseUnlessAllowed(await account.consume(email), "requests");
}
