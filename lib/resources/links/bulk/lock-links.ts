import type { LinkStatus } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { db, longTransaction, type Transaction } from "@/lib/platform/database/db";
import type { LinkAddress } from "@/lib/resources/links/service";
import { type Limited, withRoomInTransaction } from "@/lib/resources/plans/quota";

/** Links per query, so that none takes longer than `pool` waits. */
const atOnce = 2_500;

export type LockedLink = LinkAddress & { alias: string; status: LinkStatus; archived: boolean };

/** Locks the actor's links among these in the order of their ids, as every transaction that locks several does. */
export const lockLinks = (tx: Transaction, { userId }: Pick<Actor, "userId">, ids: number[]) =>
  tx.$queryRaw<LockedLink[]>`
    SELECT id, domain_id AS "domainId", alias, alias_folded AS "aliasFolded", campaign_id AS "campaignId",
      status::text, archived FROM links
    WHERE id = ANY(${ids}) AND user_id = ${userId} ORDER BY id FOR UPDATE`;

/** Sets a column of locked links to a value for each. */
export async function changeColumn(
  tx: Transaction,
  links: { id: number }[],
  column: "archived" | "campaign_id" | "domain_id" | "status",
  values: (string | number | boolean | null)[],
): Promise<void> {
  for (let from = 0; from < links.length; from += atOnce) {
    const ids = links.slice(from, from + atOnce).map(({ id }) => id);
    const texts = values.slice(from, from + atOnce).map((value) => (value === null ? null : String(value)));
    await tx.$executeRaw`SELECT change_links(${ids}::int[], ${column}, ${texts}::text[])`;
  }
}

/** Does all of `work` or nothing, within the actor's limit for the resource that it adds to. */
export const runAtomically = <T>(
  within: Limited | undefined,
  actor: Actor,
  work: (tx: Transaction, room: number) => Promise<T>,
): Promise<T> =>
  within
    ? withRoomInTransaction(actor, within, work, longTransaction)
    : db.$transaction((tx) => work(tx, Number.POSITIVE_INFINITY), longTransaction);
