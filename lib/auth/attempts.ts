import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/errors";
import { once } from "@/lib/once";

interface Limiter {
  consume(key: string): Promise<{ allowed: boolean; limit: number; remaining: number; resetAt: Date }>;
  /** Gives a point back. */
  refund(key: string): Promise<void>;
}

function createLimiter({ name, points, seconds }: { name: string; points: number; seconds: number }): Limiter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  const answer = (allowed: boolean, result: RateLimiterRes) => ({
    allowed,
    limit: points,
    remaining: Math.max(0, result.remainingPoints),
    resetAt: new Date(Date.now() + result.msBeforeNext),
  });
  return {
    consume: (key) =>
      limiter.consume(key).then(
        (result) => answer(true, result),
        (result) => answer(false, result),
      ),
    refund: async (key) => {
      await limiter.reward(key);
    },
  };
}

const MINUTE = 60;

/** What guessing and flooding are limited by, each per account and per client address. */
export type AttemptLimiters = Record<"logInAccount" | "logInAddress" | "resetAccount" | "resetAddress", Limiter>;

const limiters = () =>
  once("attempts", () => ({
    logInAccount: createLimiter({ name: "log-in-account", points: 5, seconds: 15 * MINUTE }),
    logInAddress: createLimiter({ name: "log-in-address", points: 20, seconds: 15 * MINUTE }),
    resetAccount: createLimiter({ name: "reset-account", points: 3, seconds: 60 * MINUTE }),
    resetAddress: createLimiter({ name: "reset-address", points: 20, seconds: 60 * MINUTE }),
  }));

async function take(name: keyof AttemptLimiters, key: string, what: string) {
  const { allowed, resetAt } = await limiters()[name].consume(key);
  if (allowed) return;
  const minutes = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 60_000));
  throw new AppError(
    "rate_limited",
    `Too many ${what}. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  );
}

/**
 * Runs one check of a password. The attempt is charged before the check, so that many at once cannot slip
 * through, and given back when the check succeeds: only failures count. Throws `rate_limited`.
 */
export async function countFailures<T>(
  email: string,
  address: string,
  check: () => Promise<T | null>,
): Promise<T | null> {
  await take("logInAddress", address, "failed log-ins");
  await take("logInAccount", email, "failed log-ins");
  const result = await check();
  if (result !== null) {
    await Promise.all([limiters().logInAddress.refund(address), limiters().logInAccount.refund(email)]);
  }
  return result;
}

/** Charges one mail with a reset link. Throws `rate_limited`, whether or not the account exists. */
export async function countResetMail(email: string, address: string): Promise<void> {
  await take("resetAddress", address, "requests");
  await take("resetAccount", email, "requests");
}
