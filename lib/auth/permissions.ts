import { AppError } from "@/lib/contract/errors";
import { content, type Permission, permissions } from "@/lib/contract/permissions";

const readPermissions: Permission[] = [...content.map((subject) => `${subject}:read` as const), "account:read"];

/** The permissions of each role. Changing a domain can cut off all visitors, so only owners and admins may. */
const allowed = {
  owner: permissions,
  admin: permissions.filter((permission) => permission !== "account:write"),
  editor: [
    ...readPermissions,
    "members:read",
    ...content.flatMap((subject) => (subject === "domains" ? [] : [`${subject}:write` as const])),
  ],
  analyst: readPermissions,
} as const satisfies Record<string, readonly Permission[]>;

/** The account belongs to its owner; the others are members. */
export type Role = keyof typeof allowed;

export const memberRoles = ["admin", "editor", "analyst"] as const satisfies Role[];

const permissionSets = new Map<Role, ReadonlySet<Permission>>(
  Object.entries(allowed).map(([role, list]) => [role as Role, new Set<Permission>(list)]),
);

/** Returns the permissions of a role, limited to a key's scopes; null for an unrestricted key or no key. */
export function grantedPermissions(role: Role, scopes: readonly Permission[] | null = null): ReadonlySet<Permission> {
  const all = permissionSets.get(role) ?? new Set<Permission>();
  return scopes === null ? all : new Set(scopes.flatMap(withReading).filter((scope) => all.has(scope)));
}

/** Returns the member role that has exactly these permissions; null if there is none. */
export function roleWith(scopes: readonly string[]): (typeof memberRoles)[number] | null {
  const given = new Set(scopes);
  return (
    memberRoles.find((role) => given.size === allowed[role].length && allowed[role].every((one) => given.has(one))) ??
    null
  );
}

/** Permission to change something includes permission to see it. */
const withReading = (scope: Permission) => [scope, scope.replace(/:write$/, ":read") as Permission];

/** The part of an `Actor` that is needed here. */
interface Allowed {
  permissions: ReadonlySet<Permission>;
}

export const hasPermission = ({ permissions }: Allowed, permission: Permission): boolean => permissions.has(permission);

/** Throws unless the actor's role and key have the permission. */
export function authorize(actor: Allowed, permission: Permission): void {
  if (!hasPermission(actor, permission)) throw new AppError("permission_lacking", { permission });
}

/**
 * Returns the actor with further permissions that an authorized operation implies. For example, adding a link to a
 * campaign changes the link.
 */
export const withPermissions = <Actor extends Allowed>(actor: Actor, ...more: Permission[]): Actor => ({
  ...actor,
  permissions: new Set([...actor.permissions, ...more.flatMap(withReading)]),
});

/** Returns whether a role may give someone another role. */
export function mayGiveRole(own: Role, given: Role): boolean {
  const permissions = grantedPermissions(own);
  return (
    permissions.has("members:write") &&
    [...grantedPermissions(given)].every((permission) => permissions.has(permission))
  );
}

/** Throws if a role has permissions that the actor lacks: a key for members only must not create an admin. */
export function authorizeRole(actor: Allowed, role: Role): void {
  authorize(actor, "members:write");
  for (const permission of grantedPermissions(role)) authorize(actor, permission);
}
