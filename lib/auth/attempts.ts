import { createRateLimiter, type RateLimit, type RateLimiter } from "@/lib/api/rate-limit";
import { AppError } from "@/lib/errors";
import { once } from "@/lib/once";

const MINUTE = 60;

/** What guessing and flooding are limited by, each per account and per client address. */
export type AttemptLimiters = Record<"logInAccount" | "logInAddress" | "resetAccount" | "resetAddress", RateLimiter>;

const limiters = () =>
  once("attempts", () => ({
    logInAccount: createRateLimiter({ name: "log-in-account", points: 5, seconds: 15 * MINUTE }),
    logInAddress: createRateLimiter({ name: "log-in-address", points: 20, seconds: 15 * MINUTE }),
    resetAccount: createRateLimiter({ name: "reset-account", points: 3, seconds: 60 * MINUTE }),
    resetAddress: createRateLimiter({ name: "reset-address", points: 20, seconds: 60 * MINUTE }),
  }));

function refuseUnlessAllowed({ allowed, resetAt }: RateLimit, what: string) {
  if (allowed) return;
  const minutes = Math.max(1, Math.ceil(Math.floor(resetAt - Date.now() / 1000) / MINUTE));
  throw new AppError(
    "rate_limited",
    `Too many ${what}. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  );
}

/**
 * Runs one check of a password, null meaning that it failed: 5 failures in 15 minutes are allowed for an account and
 * 20 for an address. Many guesses at once gain nothing: an account is charged before the check, and an address that
 * ran out of failures meanwhile does not learn that one of them was right. Throws `rate_limited`.
 */
export async function countFailures<T>(
  email: string,
  address: string,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const { logInAccount, logInAddress } = limiters();
  const what = "failed log-ins";
  refuseUnlessAllowed(await logInAddress.peek(address), what);
  refuseUnlessAllowed(await logInAccount.consume(email), what);
  const result = await check();
  if (result === null) {
    refuseUnlessAllowed(await logInAddress.consume(address), what);
  } else {
    refuseUnlessAllowed(await logInAddress.peek(address), what);
    await logInAccount.reset(email);
  }
  return result;
}

/** Charges one mail with a reset link. Throws `rate_limited`, whether or not the account exists. */
export async function countResetMail(email: string, address: string): Promise<void> {
  const { resetAccount, resetAddress } = limiters();
  refuseUnlessAllowed(await resetAddress.consume(address), "requests");
  refuseUnlessAllowed(await resetAccount.consume(email), "requests");
}
