import { AppError } from "@/lib/contract/errors";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { clientAddress, currentActor } from "./session";

/** What somebody may ask of the pages' server within a minute: several times what the busiest person asks. */
const points = 1_000;

/** What is asked, by what it costs: most is one look at the database. */
export const costs = { plain: 1, page: 2, picture: 4, fetch: 10, file: 20 };

const budget = () => processSingleton("budget", () => createRateLimiter({ name: "pages", points, seconds: 60 }));

/**
 * Whether there is something left of the budget of whoever is signed in, or of anybody else's network, for something that
 * they ask of the pages' server.
 */
export async function mayGoOn(cost = costs.plain): Promise<boolean> {
  const actor = await currentActor();
  const who = actor ? `user:${actor.by.userId}` : { address: await clientAddress() };
  return (await budget().consume(who, cost)).allowed;
}

/** The same for who can be told. Throws `rate_limited` where nothing is left. */
export async function charge(cost = costs.plain): Promise<void> {
  if (!(await mayGoOn(cost))) throw new AppError("budget_spent");
}
