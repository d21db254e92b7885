import { type ActionResult, errorsByField } from "@/lib/action-result";
import type { Actor } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";

/**
 * Runs the work of a server action for whoever is signed in. What is refused comes back in the service's words. Somebody
 * whose session has ended is told so and not sent away, since that would lose what they typed.
 */
export async function act<Value>(work: (actor: Actor) => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    const actor = await currentActor();
    if (!actor)
      throw new AppError("unauthorized", "You are signed out. Log in again in another tab, then repeat this.");
    return { ok: true, value: await work(actor) };
  } catch (error) {
    if (error instanceof AppError)
      return { ok: false, error: error.message, errors: errorsByField(error.fields ?? []) };
    log.error({ error }, "an action failed");
    return { ok: false, error: "Something went wrong. Please try again.", errors: {} };
  }
}
