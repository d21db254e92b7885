import type { Identity } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { notifyOwner } from "@/lib/auth/notices";
import { authorize } from "@/lib/auth/permissions";
import { ProviderProblem } from "@/lib/auth/provider-problem";
import { issuerForms, type Profile, type Provider } from "@/lib/auth/providers";
import { readEmail } from "@/lib/contract/email";
import { AppError, notFound } from "@/lib/contract/errors";
import { isRegistrationOpen } from "@/lib/platform/cache/instance-settings";
import { db, isUniqueViolation } from "@/lib/platform/database/db";
import { inAccountLock } from "@/lib/resources/plans/quota";
import { createUser, freeUsername } from "@/lib/resources/users/service";
import { endInvitation, isInvited } from "./invitations";

export const listIdentities = ({ userId }: Pick<Actor, "userId">): Promise<Identity[]> =>
  db.identity.findMany({ where: { userId }, orderBy: { id: "asc" } });

/**
 * Returns the user that an account at a provider logs in: the user it is connected to, or else the user who has
 * confirmed the address that the provider confirms, or else a new user. Throws a `ProviderProblem`.
 */
export async function userOf(
  provider: Provider,
  { subject, label, email: given, hasUnconfirmedEmail }: Profile,
): Promise<number> {
  const { issuer } = provider;
  const known = await findIdentity(issuer, subject);
  if (known) return known.userId;
  if (!given) throw unverified(provider, hasUnconfirmedEmail);
  const email = readEmail(given);
  if (!email)
    throw new ProviderProblem("unusable", { detail: `the address is ${JSON.stringify(given).slice(0, 300)}` });
  const owner = await db.user.findUnique({ where: { email } });
  // Another person may have registered with this address. Logging in would give them the account.
  if (owner && !owner.emailVerifiedAt) throw new ProviderProblem("taken", { account: owner.id });
  if (owner) {
    await addIdentity(owner.id, provider, { subject, label });
    return owner.id;
  }
  const invited = await isInvited(email);
  if (!invited && !(await isRegistrationOpen())) throw new ProviderProblem("closed");
  const name = await freeUsername((label.split("@")[0] ?? "").slice(0, 24));
  const identities = { create: { issuer, subject, label } };
  const { user } = await createUser({ email, username: name, password: null, emailVerified: true, identities });
  await endInvitation(email);
  return user.id;
}

/** Connects an account at a provider with the actor. Throws a `ProviderProblem` if it logs in another user. */
export async function connectIdentity(actor: Actor, provider: Provider, profile: Profile): Promise<void> {
  authorize(actor, "account:write");
  const { issuer } = provider;
  const { subject } = profile;
  const known = await findIdentity(issuer, subject);
  if (known && known.userId !== actor.userId) throw new ProviderProblem("elsewhere", { account: known.userId });
  if (!known) await addIdentity(actor.userId, provider, profile);
}

/** Finds an account at a provider under each form in which its issuer may be stored. */
const findIdentity = (issuer: string, subject: string) =>
  db.identity.findFirst({ where: { issuer: { in: issuerForms(issuer) }, subject } });

/** The detail goes to the log, so that the operator can see what to do. */
const unverified = ({ id }: Provider, hasUnconfirmedEmail?: boolean) =>
  new ProviderProblem("unverified", {
    detail: hasUnconfirmedEmail
      ? `the provider sent an address, but neither email_verified nor xms_edov says that it is confirmed${id === "oidc" ? "; OIDC_TRUST_EMAILS=1 trusts the addresses of this provider" : ""}`
      : "neither the ID token nor the user info contains an address",
  });

async function addIdentity(userId: number, { issuer, name }: Provider, { subject, label }: Omit<Profile, "email">) {
  const several = () => new ProviderProblem("several", { account: userId });
  await inAccountLock(userId, async (tx) => {
    const another = await tx.identity.count({ where: { userId, issuer: { in: issuerForms(issuer) } } });
    if (another > 0) throw several();
    await tx.identity.create({ data: { userId, issuer, subject, label } });
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? several() : error;
  });
  void notifyOwner(userId, (t) => t("changes.connected", { provider: name, label }));
}

/** Throws a `conflict` if this is the last way to log in to the account. */
export async function removeIdentity(actor: Actor, id: number): Promise<void> {
  authorize(actor, "account:write");
  const { userId } = actor;
  const { label } = await db.$transaction(async (tx) => {
    // The lock makes the second of two simultaneous requests see what the first one has left.
    const [user] = await tx.$queryRaw<{ hasPassword: boolean }[]>`
      SELECT password_hash IS NOT NULL AS "hasPassword" FROM users WHERE id = ${userId} FOR UPDATE`;
    const identities = await tx.identity.findMany({ where: { userId } });
    const identity = identities.find((entry) => entry.id === id);
    if (!identity) throw notFound("connection");
    if (!user?.hasPassword && identities.length === 1) throw new AppError("only_way_in");
    return tx.identity.delete({ where: { id } });
  });
  void notifyOwner(userId, (t) => t("changes.disconnected", { label }));
}
