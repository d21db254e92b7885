import { follow, isListening, subscribe } from "@/lib/platform/changes";
import { db } from "@/lib/platform/db";
import { FreshCache } from "@/lib/platform/fresh-cache";
import { processSingleton } from "@/lib/platform/singleton";
import { findFreePlan, type Member } from "./actor";

export interface KeyHolder extends Member {
  keyExpiresAt: Date | null;
}

/** server.ts hears of every change. Without it, a key goes on working for so long that is no longer valid. */
const HEARD_MS = 60_000;
const UNHEARD_MS = 1_000;

/** Who holds a key, by the key's HMAC in hexadecimal. Unknown keys are not kept: one may be made at any moment. */
export const keyCache = () =>
  processSingleton("keyCache", () => {
    const keys = new FreshCache<KeyHolder>({
      share: "keys",
      most: 10_000,
      load: readHolder,
      freshForMs: () => (isListening() ? HEARD_MS : UNHEARD_MS),
      staleIfErrorMs: 0,
    });
    subscribe("user_changed", {
      changed: (id) => keys.invalidateWhere(({ user }) => user.id === Number(id)),
      missed: () => keys.markAllStale(),
    });
    return follow(keys, "api_key_changed", "plan_changed");
  });

async function readHolder(id: string): Promise<KeyHolder | null> {
  const [row, freePlan] = await Promise.all([
    db.apiKey.findUnique({ where: { hmac: Buffer.from(id, "hex") }, include: { user: { include: { plan: true } } } }),
    findFreePlan(),
  ]);
  return row && { user: row.user, freePlan, keyExpiresAt: row.expiresAt };
}
