import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias, isReserved } from "@/lib/contract/alias";
import { refusedField } from "@/lib/contract/errors";
import { db } from "@/lib/platform/database/db";
import { requireAliasFeatures } from "@/lib/resources/links/features";
import { References } from "@/lib/resources/links/references";
import type { CheckAlias } from "@/lib/resources/links/schema";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { takenRefusal } from "./save";

/**
 * Returns the short URL of an alias if the actor can use it. Otherwise refuses it as saving the link would. About a
 * link that has the alias, this reveals only that it exists.
 */
export async function freeAlias(actor: Actor, { custom, domain: name, link }: CheckAlias): Promise<string> {
  authorize(actor, "links:read");
  const references = new References(actor);
  const domainId = await (name ? references.domain(name) : references.defaultDomain());
  const [domain, holder] = await Promise.all([
    db.domain.findUniqueOrThrow({ where: { id: domainId } }),
    db.link.findUnique({
      where: { domainId_aliasFolded: { domainId, aliasFolded: foldAlias(custom) }, user: { deletion: null } },
      select: { id: true, userId: true },
    }),
  ]);
  const isPresent = holder !== null && holder.id === link && holder.userId === actor.userId;
  if (!isPresent) {
    if (isReserved(custom)) throw refusedField("custom", "alias_reserved");
    requireAliasFeatures(actor, custom);
    if (holder) throw takenRefusal("alias");
  }
  return shortUrlOf({ alias: custom, domain });
}
