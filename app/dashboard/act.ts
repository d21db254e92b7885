import { getTranslations } from "next-intl/server";
import type { ActionResult } from "@/lib/action-result";
import { id } from "@/lib/api/fields";
import { parse } from "@/lib/api/request";
import type { Actor } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { attempt, type FormState, submitForm } from "@/lib/form";
import { z } from "@/lib/zod";

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

/** The fields that an action was called with, which may be anything: a text's characters are no fields. */
export function fieldsIn(input: unknown): Record<string, unknown> {
  return parse(z.record(z.string(), z.unknown()), input);
}

/** An editor sends null for what was emptied. `empty` has what stands for that where the API knows no null. */
export const withEmpty = (changes: unknown, empty: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fieldsIn(changes)).map(([key, value]) => [key, value ?? empty[key] ?? null]));
