import { type ApiKey, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { generateApiKey, sealApiKey } from "@/lib/auth/api-key";
import { authorize, grantedPermissions, hasPermission } from "@/lib/auth/permissions";
import { notFound, refusedField } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { readList, selectColumns } from "@/lib/platform/database/rows";
import { endOf } from "@/lib/platform/warnings";
import { withinLimit } from "@/lib/resources/plans/quota";
import type { CreateKey } from "./schema";

export type ListedKey = Omit<ApiKey, "hmac" | "encrypted"> & { member: { username: string } };

const shown = Object.keys(Prisma.ApiKeyScalarFieldEnum).filter((name) => name !== "hmac" && name !== "encrypted");
const columns = `${selectColumns(shown, "key")}, member.username`;
const from = "api_keys AS key JOIN users AS member ON member.id = key.member_id";

/** A page of the account's keys, newest first, without the legacy key. */
export async function listKeys(actor: Actor, page: Page): Promise<Paged<ListedKey>> {
  authorize(actor, "keys:read");
  const where = "key.user_id = $1 AND NOT key.legacy";
  const list = { columns, from, where, keys: ["key.id"], values: [actor.userId] };
  const { rows, ...listed } = await readList<Omit<ListedKey, "member"> & { username: string }>(list, page);
  return { ...listed, rows: rows.map(({ username, ...key }) => ({ ...key, member: { username } })) };
}

/** Creates a key and returns it; it cannot be read again later. It can never do more than the actor. */
export async function createKey(actor: Actor, input: CreateKey): Promise<{ id: number; key: string }> {
  authorize(actor, "keys:write");
  const key = generateApiKey();
  const data = {
    name: input.name,
    scopes: scopesOf(actor, input),
    networks: input.networks ?? [],
    expiresAt: input.expires === undefined ? null : endOf("expires", input.expires, "key_end_past"),
    hmac: sealApiKey(key).hmac,
    userId: actor.userId,
    memberId: actor.by.userId,
  };
  const { id } = await withinLimit(actor, "apiKeys", (tx) => tx.apiKey.create({ data }));
  return { id, key };
}

/** Deletes a key of the account. It stops working at once. */
export async function deleteKey(actor: Actor, id: number): Promise<void> {
  authorize(actor, "keys:write");
  const { count } = await db.apiKey.deleteMany({ where: { id, userId: actor.userId, legacy: false } });
  if (count === 0) throw notFound("API key");
  announce("user_changed", `${actor.userId}`);
}

/** Empty means everything that the actor may do, provided that their own key is not restricted. */
function scopesOf(actor: Actor, { role, scopes }: CreateKey) {
  if (role && scopes) throw refusedField("scopes", "key_scopes_and_role");
  const beyond = scopes?.find((scope) => !hasPermission(actor, scope));
  if (beyond) throw refusedField("scopes", "key_beyond_own", { permission: beyond });
  if (scopes) return [...new Set(scopes)];
  if (role) return [...grantedPermissions(role)].filter((permission) => hasPermission(actor, permission));
  return actor.permissions.size === grantedPermissions(actor.by.role).size ? [] : [...actor.permissions];
}
