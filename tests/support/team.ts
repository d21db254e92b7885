import type { Role } from "@/lib/auth/permissions";
import { type Permission, permissions } from "@/lib/contract/permissions";
import { onNewPlan } from "./plans";
import type { ServerAddress } from "./server";
import { servicesOf } from "./services";
import { sql } from "./sql";
import { newThings } from "./things";
import { newUser } from "./users";

export type Team = Awaited<ReturnType<typeof newTeam>>;

/** What each role may do, stated a second time, so that a change of permissions is noticed. */
export const mayAs: Record<Role, (permission: Permission) => boolean> = {
  owner: () => true,
  admin: (permission) => permission !== "account:write",
  editor: (permission) =>
    !["account:write", "domains:write", "members:write", "audit:read"].includes(permission) &&
    !/^(keys|webhooks|forwardings):/.test(permission),
  analyst: (permission) =>
    permission.endsWith(":read") && !/^(members|keys|webhooks|forwardings|audit):/.test(permission),
};

const memberRoles = ["admin", "editor", "analyst"] as const;

/** An account without limits, with one of each resource and a member of each role. */
export async function newTeam(server: ServerAddress, mark: string) {
  const things = await newThings(server, mark);
  const { user } = things;
  await onNewPlan(server, user);
  const members = await Promise.all(
    memberRoles.map(async (role) => ({ role, id: await newMember(server, user.id, role) })),
  );
  const actors = [{ role: "owner" as const, id: user.id }, ...members];
  return {
    things,
    members,
    /** a key with all permissions of each role */
    roles: await Promise.all(actors.map(async ({ role, id }) => ({ role, key: await newKey(server, user.id, id) }))),
    /** keys of the owner with one scope each */
    scoped: await Promise.all(
      permissions.map(async (scope) => ({ scope, key: await newKey(server, user.id, user.id, [scope]) })),
    ),
  };
}

export async function newMember(server: ServerAddress, userId: number, role: (typeof memberRoles)[number]) {
  const { id } = await newUser(server);
  await sql(server, "INSERT INTO members (user_id, member_id, role) VALUES ($1, $2, $3)", [userId, id, role]);
  return id;
}

/** A key for the account `userId`, created by `memberId`. */
export async function newKey(server: ServerAddress, userId: number, memberId: number, scopes: Permission[] = []) {
  const { generateApiKey, sealApiKey } = await servicesOf(server);
  const key = generateApiKey();
  await sql(server, "INSERT INTO api_keys (user_id, member_id, name, hmac, scopes) VALUES ($1, $2, 'test', $3, $4)", [
    userId,
    memberId,
    sealApiKey(key).hmac,
    scopes,
  ]);
  return key;
}
