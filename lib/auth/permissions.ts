import { AppError } from "@/lib/contract/errors";
import { content, type Permission, permissions } from "@/lib/contract/permissions";

const looks: Permission[] = [...content.map((subject) => `${subject}:read` as const), "account:read"];

/** What each role may do. Domains decide whose visitors come here at all: they are for those who run the account. */
const allowed = {
  owner: permissions,
  admin: permissions.filter((permission) => permission !== "account:write"),
  editor: [
    ...looks,
    "members:read",
    ...content.flatMap((subject) => (subject === "domains" ? [] : [`${subject}:write` as const])),
  ],
  analyst: looks,
} as const satisfies Record<string, readonly Permission[]>;

/** The owner is whose account it is; the others are members. */
export type Role = keyof typeof allowed;

export const memberRoles = ["admin", "editor", "analyst"] as const satisfies Role[];

const sets = new Map<Role, ReadonlySet<Permission>>(
  Object.entries(allowed).map(([role, list]) => [role as Role, new Set<Permission>(list)]),
);

/** What a role allows, and of that what a key has; null for a key that has all, and where there is no key. */
export function permissionsOf(role: Role, scopes: readonly Permission[] | null = null): ReadonlySet<Permission> {
  const all = sets.get(role) ?? new Set<Permission>();
  return scopes === null ? all : new Set(scopes.flatMap(withReading).filter((scope) => all.has(scope)));
}

/** Who changes something is shown it. */
const withReading = (scope: Permission) => [scope, scope.replace(/:write$/, ":read") as Permission];

/** What of an `Actor` is asked here. */
interface Allowed {
  permissions: ReadonlySet<Permission>;
}

export const can = ({ permissions }: Allowed, permission: Permission): boolean => permissions.has(permission);

/** Refuses what the actor's role, or their key, does not allow. */
export function authorize(actor: Allowed, permission: Permission): void {
  if (!can(actor, permission)) throw new AppError("permission_lacking", { permission });
}

/** The actor where what was asked of them takes more that they have not been asked about: who fills a campaign changes links. */
export const allowing = <Actor extends Allowed>(actor: Actor, ...more: Permission[]): Actor => ({
  ...actor,
  permissions: new Set([...actor.permissions, ...more.flatMap(withReading)]),
});

/** Whether a role may give somebody another. */
export function mayGiveRole(own: Role, given: Role): boolean {
  const permissions = permissionsOf(own);
  return (
    permissions.has("members:write") && [...permissionsOf(given)].every((permission) => permissions.has(permission))
  );
}

/** Refuses to give somebody a role that may do what the actor may not: a key for members alone must not make an admin. */
export function authorizeRole(actor: Allowed, role: Role): void {
  authorize(actor, "members:write");
  for (const permission of permissionsOf(role)) authorize(actor, permission);
}
