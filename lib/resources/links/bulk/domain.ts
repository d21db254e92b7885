import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import type { Transaction } from "@/lib/platform/database/db";
import { requireFeatures } from "@/lib/resources/links/features";
import { References } from "@/lib/resources/links/references";
import { changeColumn, type LockedLink, lockLinks } from "./lock-links";
import type { Step } from "./step";

/** Moves links to a domain. Links whose alias is taken there stay. */
export async function moveToDomainStep(actor: Actor, text: string): Promise<Step> {
  authorize(actor, "links:write");
  const target = await new References(actor).domain(text);
  await requireFeatures(actor, {}, target);
  return {
    action: "domain",
    target,
    async change(tx, ids) {
      // Lock the domain before its links, as its deletion does.
      await tx.$queryRaw`SELECT id FROM domains WHERE id = ${target} FOR KEY SHARE`;
      const links = (await lockLinks(tx, actor, ids)).filter(({ domainId }) => domainId !== target);
      const free = await idsWithFreeAlias(tx, target, links);
      const moved = links.filter(({ id }) => free.has(id));
      const values = moved.map(() => target);
      await changeColumn(tx, moved, "domain_id", values);
      return {
        ids: moved.map(({ id }) => id),
        addresses: [...moved, ...moved.map((link) => ({ ...link, domainId: target }))],
        befores: moved.map(({ domainId }) => domainId),
        taken: links.filter(({ id }) => !free.has(id)),
      };
    },
  };
}

/** Returns the ids of links whose alias is free on the domain. Of several with the same alias, the oldest may move. */
export async function idsWithFreeAlias(tx: Transaction, domainId: number, links: LockedLink[]): Promise<Set<number>> {
  const aliases = links.map(({ aliasFolded }) => aliasFolded);
  const there = await tx.$queryRaw<{ alias: string }[]>`
    SELECT alias_folded AS alias FROM links WHERE domain_id = ${domainId} AND alias_folded = ANY(${aliases})`;
  const taken = new Set(there.map(({ alias }) => alias));
  const free = new Set<number>();
  for (const { id, aliasFolded } of links) {
    if (taken.has(aliasFolded)) continue;
    taken.add(aliasFolded);
    free.add(id);
  }
  return free;
}
