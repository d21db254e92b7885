import type { Actor } from "@/lib/auth/actor";
import { refuseImpersonation, requireFresh } from "@/lib/auth/identity-confirmation";
import { authorize } from "@/lib/auth/permissions";
import { currentSession, readSessionNow } from "@/lib/auth/session";
import type { CurrentSession } from "@/lib/auth/session-rows";
import type { ActionResult } from "@/lib/contract/action-result";
import { AppError } from "@/lib/contract/errors";
import { id } from "@/lib/contract/fields";
import { parse } from "@/lib/contract/parse";
import type { Permission } from "@/lib/contract/permissions";
import { editedVersion, type Versions } from "@/lib/contract/version";
import { z } from "@/lib/contract/zod";
import { attempt, type FormState, submitForm } from "@/lib/http/server-action";

/**
 * Runs the work of a server action for the user who is logged in. If the session has ended, the result says so. There
 * is no redirect, because it would lose what the user has typed.
 */
export async function act<Value>(work: (actor: Actor) => Promise<Value>, cost?: number): Promise<ActionResult<Value>> {
  return attempt(async () => work(await requireCurrentActor()), cost);
}

/** Like `act`, for changes after which the page needs no result. */
export const change = (work: (actor: Actor) => Promise<unknown>, cost?: number): Promise<ActionResult<null>> =>
  act(async (actor) => {
    await work(actor);
    return null;
  }, cost);

/**
 * Like `act`, for actions that a stolen session must not allow: users who have not confirmed their identity recently
 * are asked to.
 */
export async function actAfterConfirmation<Value>(
  work: (session: CurrentSession) => Promise<Value>,
): Promise<ActionResult<Value>> {
  return attempt(async () => work(await freshSession()));
}

/** Like `actAfterConfirmation`, for use inside `submitForm`. */
export async function freshSession(): Promise<CurrentSession> {
  const session = await requireCurrentSession();
  await requireFresh(session);
  return session;
}

/** For actions that ask for the password in their own form. Refuses administrators who are logged in as the user. */
export async function ownerOnlySession(): Promise<CurrentSession> {
  const session = await requireCurrentSession();
  refuseImpersonation(session);
  return session;
}

/** Like `act`, for a form: `work` returns the message to show. */
export async function actOnForm<Input>(
  schema: z.ZodType<Input>,
  form: FormData,
  work: (actor: Actor, input: Input) => Promise<string>,
): Promise<FormState> {
  return submitForm(schema, form, async (input) => work(await requireCurrentActor(), input));
}

const requireCurrentActor = async (): Promise<Actor> => (await requireCurrentSession()).actor;

export async function requireCurrentSession(): Promise<CurrentSession> {
  const session = await currentSession();
  if (!session) throw new AppError("signed_out");
  return session;
}

/**
 * Throws unless the session still acts for the same account with this permission. For work that has waited for a long
 * body, during which the session may have ended.
 */
export async function requireStillMay({ userId }: Actor, permission: Permission): Promise<void> {
  const session = await readSessionNow();
  if (session?.actor.userId !== userId) throw new AppError("signed_out");
  authorize(session.actor, permission);
}

/** Validates an id argument of an action, because callers can send anything. */
export const parseRowId = (value: unknown) => parse(id(), value);

/** Validates that an argument is an object, because callers can send anything. A string's characters are not fields. */
export function readSentFields(input: unknown): Record<string, unknown> {
  return parse(z.record(z.string(), z.unknown()), input);
}

/**
 * Prepares an editor's changes, in which null means cleared. `empty` has the replacement for fields that do not accept
 * null.
 */
export const replaceNulls = (changes: unknown, empty: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(readSentFields(changes)).map(([key, value]) => [key, value ?? empty[key] ?? null]));

/** The target of an action: a row, and for editors the version with which the editor was opened. */
export type Edited = number | { id: number; version: string };

/** Binds an editor's action to a row as it is now. */
export const edited = ({ id, updatedAt }: { id: number; updatedAt: Date }): Edited => ({
  id,
  version: updatedAt.toISOString(),
});

/** Validates the target of an action, because callers can send anything. */
export function readEditedRow(sent: unknown): { id: number; versions: Versions } {
  if (typeof sent !== "object" || sent === null) return { id: parseRowId(sent), versions: undefined };
  const { id, version } = readSentFields(sent);
  return { id: parseRowId(id), versions: editedVersion(version) };
}
