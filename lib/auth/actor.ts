import type { Plan, User } from "@/generated/prisma/client";
import { AppError } from "@/lib/contract/errors";
import type { Permission } from "@/lib/contract/permissions";
import { db } from "@/lib/platform/database/db";
import { grantedPermissions, type Role } from "./permissions";

/** The account for which a service runs, with its current plan, and who acts for it. */
export interface Actor {
  /** the account's id: rows that it owns have this `user_id` */
  userId: number;
  email: string;
  username: string;
  /** whether this is an administrator of the instance in their own account */
  admin: boolean;
  /** whether it has no limits: true for an administrator's account, also when a member acts for it */
  unlimited: boolean;
  createdAt: Date;
  /** of the account; null if none has been chosen */
  timeZone: string | null;
  /** whether links of the account track conversions if they and their domain have no setting */
  trackConversions: boolean;
  plan: Pick<Plan, "id" | "name" | "free" | "limits" | "storageMb">;
  /** null if the plan does not end */
  planExpiresAt: Date | null;
  /** when the account will be deleted; null if its deletion is not scheduled */
  leavesAt: Date | null;
  /** the default domain of the account's new links; null for the service's own */
  defaultDomainId: number | null;
  by: Person;
  permissions: ReadonlySet<Permission>;
}

/** Who acts for an account: its owner or a member. */
export interface Person {
  userId: number;
  username: string;
  role: Role;
  /** of the API key that they use; null in a browser */
  keyId: number | null;
  /** the administrator of the instance who is logged in as them */
  adminId: number | null;
}

/** The rows that an `Actor` is made from. Caches keep these, because the current plan depends on the time. */
export interface Account {
  user: User & { plan: Plan };
  freePlan: Plan;
}

/** The person or key that acts. By default, the account's owner with all permissions. */
interface Acting {
  member?: { id: number; username: string; role: Role };
  key?: { id: number; scopes: Permission[] | null };
  adminId?: number;
}

/** Returns the plan of new accounts and of those whose paid plan has expired. */
export function findFreePlan(): Promise<Plan> {
  return db.plan.findFirstOrThrow({ where: { free: true }, orderBy: { id: "asc" } });
}

/**
 * Returns the actor for work that continues after its request: the account's owner or the member `memberId`, with the
 * scopes of the API key `keyId` if one was used. Throws an AppError if they are no longer a member, or the key no
 * longer works.
 */
export async function findActor(
  userId: number,
  memberId: number | null = null,
  keyId: number | null = null,
): Promise<Actor> {
  const [user, freePlan, membership, key] = await Promise.all([
    db.user.findUnique({ where: { id: userId, deletion: null }, include: { plan: true } }),
    findFreePlan(),
    memberId === null || memberId === userId
      ? undefined
      : db.member.findUnique({
          where: { userId_memberId: { userId, memberId } },
          include: { member: { select: { id: true, username: true } } },
        }),
    keyId === null ? undefined : findKey(keyId),
  ]);
  if (user === null) throw new AppError("account_deleted");
  if (membership === null) throw new AppError("member_left");
  if (key === null) throw new AppError("api_key_required");
  const member = membership && { ...membership.member, role: membership.role };
  return toActor({ user, freePlan }, { ...(member && { member }), ...(key && { key }) });
}

/** Returns a key if it works, or null. */
async function findKey(id: number): Promise<Acting["key"] | null> {
  const where = { id, enabled: true, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] };
  const key = await db.apiKey.findFirst({ where, select: { id: true, scopes: true } });
  return key && { id, scopes: scopesOf(key) };
}

/** Returns the scopes of a key; null if it has all permissions of its member. */
export function scopesOf({ scopes }: { scopes: string[] }): Permission[] | null {
  return scopes.length > 0 ? (scopes as Permission[]) : null;
}

/** Returns the account as an actor at this moment. An expired paid plan counts as Free. */
export function toActor({ user, freePlan }: Account, { member, key, adminId }: Acting = {}, now = new Date()): Actor {
  const expired = user.planExpiresAt !== null && user.planExpiresAt <= now;
  const { id, username, role }: NonNullable<Acting["member"]> = member ?? { ...user, role: "owner" };
  const permissions = grantedPermissions(role, key?.scopes);
  return {
    userId: user.id,
    email: user.email,
    username: user.username,
    // A restricted key gives no access outside its account.
    admin: user.admin && role === "owner" && !key?.scopes,
    unlimited: user.admin,
    createdAt: user.createdAt,
    timeZone: user.timeZone,
    trackConversions: user.trackConversions,
    plan: expired ? freePlan : user.plan,
    planExpiresAt: expired ? null : user.planExpiresAt,
    leavesAt: user.leavesAt,
    defaultDomainId: user.defaultDomainId,
    by: { userId: id, username, role, keyId: key?.id ?? null, adminId: adminId ?? null },
    permissions,
  };
}

/** Returns who the audit log should name. */
export const authorOf = ({ by }: Pick<Actor, "by">) => ({ person: by.userId, key: by.keyId, admin: by.adminId });

export function requireAdmin(actor: Actor | null): void {
  if (!actor?.admin) throw new AppError("admin_only");
}
