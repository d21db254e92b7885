import { randomInt } from "node:crypto";
import type { Plan, Prisma, User } from "@/generated/prisma/client";
import { type Actor, findFreePlan, requireAdmin } from "@/lib/auth/actor";
import { generateApiKey, openApiKey, sealApiKey } from "@/lib/auth/api-key";
import { hashPassword } from "@/lib/auth/password";
import { foldEmail } from "@/lib/contract/email";
import { type AppError, errorOf, notFound, refusedField } from "@/lib/contract/errors";
import { db, isUniqueViolation } from "@/lib/platform/database/db";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { endOf } from "@/lib/platform/warnings";
import { type CreateUser, type UserFilter, username } from "./schema";

/** A user as administrators see them, with the plan in force at the time of reading. */
export interface ListedUser extends Pick<User, "id" | "email" | "username" | "createdAt"> {
  status: "admin" | "free" | "pro";
  planId: number;
  planName: string;
  planExpiresAt: Date | null;
  /** the legacy key; null if its owner has turned it off */
  apiKey: string | null;
}

/** All users that match the filter, newest first. */
export async function listUsers(actor: Actor, { filter, email }: UserFilter): Promise<ListedUser[]> {
  requireAdmin(actor);
  return findUsers({ status: filter, email });
}

export async function getUser(actor: Actor, id: number): Promise<ListedUser> {
  requireAdmin(actor);
  const [user] = await findUsers({ id });
  if (!user) throw notFound("user");
  return user;
}

/** The users with the plan in force at the moment `$1`, as in `toActor`. */
export const usersWithPlan = `
  SELECT u.id, u.email, u.username, u.created_at AS "createdAt", p.id AS "planId", p.name AS "planName",
    CASE WHEN u.admin THEN 'admin' WHEN p.free THEN 'free' ELSE 'pro' END AS status,
    CASE WHEN u.plan_expires_at > $1 THEN u.plan_expires_at END AS "planExpiresAt"
  FROM users u
  JOIN plans p ON p.id = CASE WHEN u.plan_expires_at <= $1
    THEN (SELECT min(id) FROM plans WHERE free) ELSE u.plan_id END
  WHERE ${ofExistingAccount("u.id")}`;

// One query in plain SQL, because the list has no pages, however many users there are.
const usersQuery = `
  SELECT listed.*, k.encrypted AS "sealedKey" FROM (${usersWithPlan}) AS listed
  LEFT JOIN api_keys k ON k.user_id = listed.id AND k.legacy AND k.enabled
  WHERE ($2::int IS NULL OR listed.id = $2) AND ($3::text IS NULL OR strpos(email, lower($3)) > 0)
    AND ($4::text IS NULL OR status = $4)
  ORDER BY listed.id DESC`;

async function findUsers({ id, email, status }: { id?: number; email?: string; status?: string }) {
  const values = [new Date(), id, email, status];
  const rows = await statement<Omit<ListedUser, "apiKey"> & { sealedKey: Buffer | null }>(usersQuery, values, {
    quick: true,
  });
  return rows.map(({ sealedKey, ...user }): ListedUser => ({ ...user, apiKey: sealedKey && openApiKey(sealedKey) }));
}

/** Creates a user on the plan that an administrator chooses, else on the Free plan. */
export async function addUser(actor: Actor, { planid, expiration, ...input }: CreateUser): Promise<User> {
  requireAdmin(actor);
  const plan = planid === undefined ? undefined : await db.plan.findUnique({ where: { id: planid } });
  if (plan === null) throw refusedField("planid", "plan_unknown");
  const planExpiresAt = expiration === undefined ? null : endOf("expiration", expiration, "plan_end_past");
  // The administrator vouches for the address.
  return (await createUser({ ...input, plan, planExpiresAt, emailVerified: true })).user;
}

/**
 * Creates a user with an API key (`apiKey` if given), on the Free plan unless another is given. A paid plan lasts until
 * `planExpiresAt`, null for no end. Users without a password log in with `identities`. Throws a `conflict` that names
 * the fields if the e-mail or the username is taken in any case.
 */
export async function createUser(input: {
  email: string;
  username: string;
  password: string | null;
  /** the hash of a password, instead of the password */
  passwordHash?: string;
  emailVerified?: boolean;
  identities?: Prisma.IdentityCreateNestedManyWithoutUserInput;
  admin?: boolean;
  apiKey?: string;
  plan?: Plan;
  planExpiresAt?: Date | null;
}): Promise<{ user: User; apiKey: string }> {
  const email = foldEmail(input.email);
  const usernameFolded = input.username.toLowerCase();
  const apiKey = input.apiKey ?? generateApiKey();
  const [plan, passwordHash] = await Promise.all([
    input.plan ?? findFreePlan(),
    input.password === null ? (input.passwordHash ?? null) : hashPassword(input.password),
  ]);
  try {
    const data = {
      email,
      username: input.username,
      usernameFolded,
      passwordHash,
      emailVerifiedAt: input.emailVerified ? new Date() : null,
      identities: input.identities,
      admin: input.admin ?? false,
      planId: plan.id,
      planExpiresAt: plan.free ? null : input.planExpiresAt,
    };
    const user = await db.$transaction(async (tx) => {
      const made = await tx.user.create({ data });
      await tx.apiKey.create({ data: { ...sealApiKey(apiKey), legacy: true, userId: made.id, memberId: made.id } });
      return made;
    });
    return { user, apiKey };
  } catch (error) {
    throw isUniqueViolation(error) ? ((await conflict(email, usernameFolded)) ?? error) : error;
  }
}

async function conflict(email: string, usernameFolded: string): Promise<AppError | null> {
  const holders = await db.user.findMany({
    where: { OR: [{ email }, { usernameFolded }] },
    select: { email: true, usernameFolded: true },
  });
  const taken: AppError[] = [];
  if (holders.some((holder) => holder.email === email)) taken.push(emailTaken());
  if (holders.some((holder) => holder.usernameFolded === usernameFolded)) taken.push(usernameTaken());
  const fields = taken.flatMap((refused) => refused.fields ?? []);
  return taken[0] ? errorOf(taken[0], fields) : null;
}

export const emailTaken = () => refusedField("email", "email_taken");
export const usernameTaken = () => refusedField("username", "username_taken");

/** Returns a free username: the requested one or a similar one. */
export async function freeUsername(wish: string): Promise<string> {
  const plain = wish.replace(/[^A-Za-z0-9_-]+/g, "");
  if (isUsable(plain) && (await isFree(plain))) return plain;
  for (;;) {
    const name = `${isUsable(plain) ? plain.slice(0, 24) : "user"}-${randomInt(1_000, 1_000_000)}`;
    if (await isFree(name)) return name;
  }
}

const isUsable = (name: string) => username.safeParse(name).success;

const isFree = async (name: string) =>
  (await db.user.findUnique({ where: { usernameFolded: name.toLowerCase() }, select: { id: true } })) === null;
