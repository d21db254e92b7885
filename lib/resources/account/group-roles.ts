import { findActor } from "@/lib/auth/actor";
import { AppError, errorOf } from "@/lib/contract/errors";
import { type GroupRole, groupRoles } from "@/lib/contract/group-roles";
import { authored } from "@/lib/platform/database/author";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/log/log";
import type { MemberRole } from "@/lib/resources/members/schema";
import { changeRole, removeMember } from "@/lib/resources/members/service";
import { limitReached, requireFeature, withRoomInTransaction } from "@/lib/resources/plans/quota";
import { setAdministratorByGroup } from "@/lib/resources/users/administrators";

/**
 * Gives a user who has just logged in the roles of their groups. Changes only what the mapping names: administrator
 * rights that a group grants, and roles in the accounts it mentions. If the provider sends no groups (Entra ID leaves
 * them out above 200), everything stays as it is. A role that cannot be given is logged; it does not stop the log-in.
 */
export async function applyGroupRoles(userId: number, groups: string[] | undefined, mapping: GroupRole[]) {
  if (mapping.length === 0) return;
  if (!groups) return log.warn({ account: userId }, "the provider did not send the groups: roles stay as they are");
  const theirs = mapping.filter(({ group }) => groups.includes(group));
  const steps = [
    ...(mapping.some(({ role }) => role === "administrator")
      ? [
          () =>
            setAdministratorByGroup(
              userId,
              theirs.some(({ role }) => role === "administrator"),
            ),
        ]
      : []),
    ...[...new Set(mapping.flatMap(({ account }) => account ?? []))].map((account) => () => {
      const role = groupRoles.find((one) => theirs.some((given) => given.account === account && given.role === one));
      return setMembership(userId, account, role);
    }),
  ];
  await authored({ operation: "group_roles", person: userId }, async () => {
    for (const step of steps) {
      await step().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        log.warn({ account: userId, reason: error.message }, "a role of a group could not be given");
      });
    }
  });
}

async function setMembership(memberId: number, username: string, role: MemberRole | undefined): Promise<void> {
  const account = await db.user.findUnique({ where: { usernameFolded: username.toLowerCase() }, select: { id: true } });
  if (!account) return log.warn({ username }, "OIDC_ROLES names an account that does not exist");
  const userId = account.id;
  if (userId === memberId) return;
  const owner = await findActor(userId);
  const key = { userId, memberId };
  const known = await db.member.findUnique({ where: { userId_memberId: key } });
  if (known?.role === role) return;
  if (known && !role) return removeMember(owner, memberId);
  if (known && role) return changeRole(owner, memberId, role);
  if (!role) return;
  requireFeature(owner, "team");
  await withRoomInTransaction(owner, "team", async (tx, room) => {
    if (room <= 0) throw errorOf(limitReached(owner, "team"));
    await tx.member.upsert({ where: { userId_memberId: key }, create: { ...key, role }, update: { role } });
  });
  announce("user_changed", `${memberId}`);
}
