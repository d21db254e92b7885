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
