import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import type { ActionResult } from "@/lib/action-result";
import { id } from "@/lib/api/fields";
import { parse } from "@/lib/api/request";
import type { Actor } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { attempt, type FormState, submitForm } from "@/lib/form";

/**
 * Runs the work of a server action for whoever is signed in. Somebody whose session has ended is told so and not sent
 * away, since that would lose what they typed.
 */
export async function act<Value>(work: (actor: Actor) => Promise<Value>, cost?: number): Promise<ActionResult<Value>> {
  return attempt(async () => work(await presentActor()), cost);
}

/** The same for a form, whose work returns the sentence to show. */
export async function actOnForm<Input>(
  schema: z.ZodType<Input>,
  form: FormData,
  work: (actor: Actor, input: Input) => Promise<string>,
): Promise<FormState> {
  return submitForm(schema, form, async (input) => work(await presentActor(), input));
}

async function presentActor(): Promise<Actor> {
  const actor = await currentActor();
  if (!actor) throw new AppError("unauthorized", (await getTranslations("ui"))("signedOut"));
  return actor;
}

/** An id that an action was called with: whoever calls it may send anything. */
export const idOf = (value: unknown) => parse(id(), value);

/** An editor sends null for what was emptied. `empty` has what stands for that where the API knows no null. */
export const withEmpty = (changes: object, empty: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value ?? empty[key] ?? null]));
