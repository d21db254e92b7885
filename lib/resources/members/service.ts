import { type MemberInvitation, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { endKeys } from "@/lib/auth/api-key";
import { authorize, authorizeRole, hasPermission, type Role } from "@/lib/auth/permissions";
import { notFound } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { readList, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { endInvitations } from "./invitations";
import type { MemberRole } from "./schema";

/** A person who acts for an account. */
export interface AccountMember {
  id: number;
  username: string;
  email: string;
  role: Role;
  since: Date;
}

const people = `(
  SELECT id AS account, id, username, email, 'owner' AS role, created_at AS since FROM users
  UNION ALL SELECT user_id, users.id, username, email, role::text, members.created_at
  FROM members JOIN users ON users.id = member_id
) AS people`;
const keys = ["role = 'owner'", "since", "id"];
const order = keys.map((key) => `${key} DESC`).join(", ");
const positionOf = ({ role, since, id }: AccountMember) => [role === "owner", since.toISOString(), id];

/** A page of the people who act for the actor's account: its owner, then the members, newest first. */
export async function listMembers(actor: Actor, page: Page): Promise<Paged<AccountMember>> {
  authorize(actor, "members:read");
  const list = { columns: "id, username, email, role, since", from: people, where: "account = $1" };
  return readList<AccountMember>({ ...list, order, keys, positionOf, values: [actor.userId] }, page);
}

export type OpenInvitation = Omit<MemberInvitation, "tokenHash">;

const { tokenHash: _, ...shown } = Prisma.MemberInvitationScalarFieldEnum;
const invitationsText = `SELECT ${selectColumns(Object.keys(shown), "invitation")}
  FROM member_invitations AS invitation WHERE user_id = $1 AND expires_at > $2 ORDER BY id DESC`;

/** The invitations that still work, newest first. */
export async function listMemberInvitations(actor: Actor): Promise<OpenInvitation[]> {
  authorize(actor, "members:read");
  return statement<OpenInvitation>(invitationsText, [actor.userId, new Date()], { quick: true });
}

export async function changeRole(actor: Actor, memberId: number, role: MemberRole): Promise<void> {
  authorizeRole(actor, role);
  const { userId } = actor;
  await db.$transaction(async (tx) => {
    const { count } = await tx.member.updateMany({ where: { userId, memberId }, data: { role } });
    if (count === 0) throw notFound("member");
    await endInvitations(tx, userId, memberId, role);
  });
  announce("user_changed", `${memberId}`);
}

/** Ends a member's access to the account, including the keys that they created and the invitations that they sent. */
export async function removeMember(actor: Actor, memberId: number): Promise<void> {
  authorize(actor, "members:write");
  await endMembership(actor.userId, memberId);
}

/** Ends the user's own membership. */
export const leaveAccount = (self: Actor, accountId: number) => endMembership(accountId, self.userId);

async function endMembership(userId: number, memberId: number): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.member.deleteMany({ where: { userId, memberId } });
    if (count === 0) throw notFound("member");
    await endKeys({ memberId, userId }, tx);
    await endInvitations(tx, userId, memberId);
    await tx.session.updateMany({ where: { userId: memberId, accountId: userId }, data: { accountId: null } });
  });
  announce("user_changed", `${memberId}`);
}

/** An account that a user can switch to. */
export interface ChoosableAccount {
  id: number;
  username: string;
  role: Role;
}

/** The accounts that `self` is a member of, by name. At most a hundred are offered; most people have few. */
export async function listAccounts(self: Actor): Promise<ChoosableAccount[]> {
  const rows = await db.member.findMany({
    where: { memberId: self.userId },
    include: { account: { select: { id: true, username: true } } },
    orderBy: { account: { usernameFolded: "asc" } },
    take: 100,
  });
  return rows.map(({ account, role }) => ({ ...account, role }));
}

/** A webhook or a forwarding, which continues after the member who created it has left. */
export interface Continuing {
  memberId: number;
  id: number;
  /** its name, or the address or site that it sends to */
  name: string;
  isForwarding: boolean;
}

const text = `SELECT entry.person_id AS "memberId", hook.id, hook.forwarding IS NOT NULL AS "isForwarding",
    coalesce(nullif(hook.name, ''), nullif(hook.site, ''), substring(hook.url FROM '^https?://[^/?#]*'), '') AS name
  FROM webhooks AS hook
  JOIN audit_changes AS change ON change.subject = 'webhook' AND change.subject_id = hook.id AND change.before IS NULL
  JOIN audit_entries AS entry ON entry.id = change.entry_id
  WHERE hook.user_id = $1 AND ($2::int IS NULL OR entry.person_id = $2) ORDER BY hook.id`;

/**
 * The webhooks and forwardings that a member has created, or all members, if the actor may see them. The audit log knows
 * who created them, as long as it keeps entries. A member's keys end with the membership, so none is here.
 */
export async function listContinuing(actor: Actor, memberId: number | null = null): Promise<Continuing[]> {
  authorize(actor, "members:read");
  const rows = await statement<Continuing>(text, [actor.userId, memberId], { quick: true });
  return rows.filter(({ isForwarding }) => hasPermission(actor, isForwarding ? "forwardings:read" : "webhooks:read"));
}
