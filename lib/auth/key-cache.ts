import type { Permission } from "@/lib/contract/permissions";
import { FreshCache } from "@/lib/platform/cache/fresh-cache";
import { follow, isListening, subscribe } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { processSingleton } from "@/lib/platform/singleton";
import { type Account, findFreePlan, scopesOf } from "./actor";
import type { Role } from "./permissions";

/** A key with its account and the member who created it: null for the account's owner. */
export interface KeyHolder extends Account {
  key: { id: number; scopes: Permission[] | null; networks: string[]; expiresAt: Date | null };
  member: { id: number; username: string; role: Role } | null;
}

/**
 * How long an entry is used while change notifications arrive (`HEARD_MS`) and while they do not. In the second case, a
 * deleted key may still work for that long.
 */
const FRESH_LISTENING_MS = 60_000;
const FRESH_NOT_LISTENING_MS = 1_000;

/** Keys by their HMAC in hexadecimal. Unknown keys are not cached, because they may be created at any moment. */
export const keyCache = () =>
  processSingleton("keyCache", () => {
    const keys = new FreshCache<KeyHolder>({
      share: "keys",
      most: 10_000,
      load: readHolder,
      freshForMs: () => (isListening() ? FRESH_LISTENING_MS : FRESH_NOT_LISTENING_MS),
      staleIfErrorMs: 0,
    });
    subscribe("user_changed", {
      changed: (id) => keys.invalidateWhere(({ user, member }) => user.id === Number(id) || member?.id === Number(id)),
      anyChanged: () => keys.markAllStale(),
    });
    return follow(keys, "api_key_changed", "plan_changed");
  });

async function readHolder(id: string): Promise<KeyHolder | null> {
  const [row, freePlan] = await Promise.all([
    db.apiKey.findUnique({
      where: { hmac: Buffer.from(id, "hex"), enabled: true, account: { deletion: null } },
      include: { account: { include: { plan: true } }, member: { select: { username: true } } },
    }),
    findFreePlan(),
  ]);
  if (!row) return null;
  const { userId, memberId, networks, expiresAt } = row;
  const key = { id: row.id, scopes: scopesOf(row), networks, expiresAt };
  const holder = { user: row.account, freePlan, key, member: null };
  if (memberId === userId) return holder;
  const membership = await db.member.findUnique({ where: { userId_memberId: { userId, memberId } } });
  return membership && { ...holder, member: { id: memberId, username: row.member.username, role: membership.role } };
}
