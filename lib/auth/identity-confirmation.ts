import type { Confirmation } from "@/lib/contract/action-result";
import { AppError } from "@/lib/contract/errors";
import { db } from "@/lib/platform/database/db";
import type { Client } from "./devices";
import { confirmPassword, hasPassword, noPassword } from "./log-in";
import { configuredProviders, isSameIssuer } from "./providers";
import { type CurrentSession, confirmSession } from "./session-rows";
import { checkSecondFactor } from "./two-factor";

/** How long a confirmation of the user's identity is valid. */
const FRESH_MS = 10 * 60_000;

/** Thrown for actions that a stolen session must not do, until the user has confirmed their identity. */
export class NotConfirmed extends AppError<"confirmation_required"> {
  constructor(readonly confirmation: Confirmation) {
    super("confirmation_required");
  }
}

export const isFresh = ({ confirmedAt, adminSessionId }: CurrentSession) =>
  adminSessionId === null && confirmedAt !== null && Date.now() - confirmedAt.getTime() < FRESH_MS;

/** Refuses an administrator who is logged in as the user, because the account is not theirs. */
export function refuseImpersonation({ adminSessionId }: CurrentSession): void {
  if (adminSessionId !== null) throw new AppError("owner_only");
}

/** Throws `NotConfirmed` unless the user has confirmed their identity in the last minutes. */
export async function requireFresh(session: CurrentSession): Promise<void> {
  refuseImpersonation(session);
  if (!isFresh(session)) throw new NotConfirmed(await confirmationOf(session));
}

/**
 * Returns how the user can confirm their identity: with the password; without a password, with a code; without either,
 * by a log-in at a provider.
 */
async function confirmationOf({ self }: CurrentSession): Promise<Confirmation> {
  const { userId } = self;
  if (await hasPassword(self)) return { by: "password" };
  if (await db.twoFactor.findUnique({ where: { userId, enabledAt: { not: null } } })) return { by: "code" };
  const identities = await db.identity.findMany({ where: { userId } });
  const providers = configuredProviders().filter(({ issuer }) =>
    identities.some((entry) => isSameIssuer(entry.issuer, issuer)),
  );
  if (providers.length === 0) throw noPassword();
  return { by: "provider", providers: providers.map(({ id, name }) => ({ id, name })) };
}

/** Checks the requested password or code, within the limits of a log-in. */
export async function confirmFresh(session: CurrentSession, proof: string, client: Client): Promise<void> {
  refuseImpersonation(session);
  const { by } = await confirmationOf(session);
  if (by === "provider") throw new NotConfirmed(await confirmationOf(session));
  if (by === "password") await confirmPassword(session.self, proof, client);
  else await checkSecondFactor(session.self.userId, proof, client);
  await confirmSession(session.sessionId);
}
