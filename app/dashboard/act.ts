import type { Actor } from "@/lib/auth/actor";
import { requireFresh, requireOwn } from "@/lib/auth/fresh";
import { currentSession } from "@/lib/auth/session";
import type { CurrentSession } from "@/lib/auth/session-rows";
import type { ActionResult } from "@/lib/contract/action-result";
import { AppError } from "@/lib/contract/errors";
import { id } from "@/lib/contract/fields";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { attempt, type FormState, submitForm } from "@/lib/http/server-action";

/**
 * Runs the work of a server action for whoever is signed in. Somebody whose session has ended is told so and not sent
 * away, since that would lose what they typed.
 */
export async function act<Value>(work: (actor: Actor) => Promise<Value>, cost?: number): Promise<ActionResult<Value>> {
  return attempt(async () => work(await presentActor()), cost);
}

/** The same for what a stolen session must not do: whoever has not shown lately who they are is asked to first. */
export async function actFreshly<Value>(
  work: (session: CurrentSession) => Promise<Value>,
): Promise<ActionResult<Value>> {
  return attempt(async () => work(await freshSession()));
}

/** For forms, within `submitForm`. */
export async function freshSession(): Promise<CurrentSession> {
  const session = await presentSession();
  await requireFresh(session);
  return session;
}

/** For what asks for the password itself. */
export async function ownSession(): Promise<CurrentSession> {
  const session = await presentSession();
  requireOwn(session);
  return session;
}

/** The same for a form, whose work returns the sentence to show. */
export async function actOnForm<Input>(
  schema: z.ZodType<Input>,
  form: FormData,
  work: (actor: Actor, input: Input) => Promise<string>,
): Promise<FormState> {
  return submitForm(schema, form, async (input) => work(await presentActor(), input));
}

const presentActor = async (): Promise<Actor> => (await presentSession()).actor;

export async function presentSession(): Promise<CurrentSession> {
  const session = await currentSession();
  if (!session) throw new AppError("signed_out");
  return session;
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
