import { foldAlias, isReserved } from "@/lib/contract/alias";
import { AppError, invalid } from "@/lib/contract/errors";
import { isTaken } from "@/lib/platform/db";

/** The columns of a slug, which obeys the rules of aliases. Refuses reserved words. */
export function slugColumns(slug: string): { slug: string; slugFolded: string } {
  if (isReserved(slug)) throw invalid("slug", "This word is reserved. Please choose another slug.");
  return { slug, slugFolded: foldAlias(slug) };
}

/** For the `catch` of a write that sets a slug. */
export function mapTakenSlug(error: unknown): never {
  if (!isTaken(error)) throw error;
  const message = "That slug is taken. Please choose another one.";
  throw new AppError("conflict", message, [{ path: "slug", message }]);
}
