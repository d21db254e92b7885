import { AppError } from "@/lib/contract/errors";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { clientAddress, currentActor } from "./session";

/** The budget of a user for the pages' server within a minute: several times what the busiest person needs. */
const points = 1_000;

/** The costs of requests. Most of them need one query. */
export const costs = { plain: 1, page: 2, picture: 4, fetch: 10, file: 20 };

const budget = () => processSingleton("budget", () => createRateLimiter({ name: "pages", points, seconds: 60 }));

/**
 * Spends from the budget of the logged-in user, or of the network of a visitor who is not logged in. Returns whether it
 * was enough.
 */
export async function spendBudget(cost = costs.plain): Promise<boolean> {
  const actor = await currentActor();
  const who = actor ? `user:${actor.by.userId}` : { address: await clientAddress() };
  return (await budget().consume(who, cost)).allowed;
}

/** Spends from the same budget, but throws `rate_limited` if it is used up. */
export async function requireBudget(cost = costs.plain): Promise<void> {
  if (!(await spendBudget(cost))) throw new AppError("budget_spent");
}
