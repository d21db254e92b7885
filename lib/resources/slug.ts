import { foldAlias, isReserved } from "@/lib/contract/alias";
import { refusedField } from "@/lib/contract/errors";
import { isUniqueViolation } from "@/lib/platform/database/db";

/** Returns the columns of a slug, which follows the rules of aliases. Refuses reserved words. */
export function slugColumns(slug: string): { slug: string; slugFolded: string } {
  if (isReserved(slug)) throw refusedField("slug", "slug_reserved");
  return { slug, slugFolded: foldAlias(slug) };
}

/** For the `catch` of a write that sets a slug. */
export function mapTakenSlug(error: unknown): never {
  throw isUniqueViolation(error) ? refusedField("slug", "slug_taken") : error;
}
