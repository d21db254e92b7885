import type { Domain } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/db";

let defaultDomain: Promise<number> | undefined;

/** The id of the domain that is nobody's; the seed makes sure that it exists, and it never changes. */
export function defaultDomainId(): Promise<number> {
  defaultDomain ??= db.domain
    .findFirstOrThrow({ where: { userId: null }, select: { id: true } })
    .then(({ id }) => id)
    .catch((error) => {
      defaultDomain = undefined;
      throw error;
    });
  return defaultDomain;
}

/** The domains on which the actor may put links: the default one, then their own that passed the DNS check. */
export function usableDomains(actor: Actor): Promise<Domain[]> {
  return db.domain.findMany({
    where: { status: "active", OR: [{ userId: null }, { userId: actor.userId }] },
    orderBy: { id: "asc" },
  });
}
