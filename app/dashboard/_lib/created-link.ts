import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/contract/errors";
import { countShares } from "@/lib/resources/links/rule-fields";
import { getLink } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { readRules } from "@/lib/resources/links/stored";

/** The link that was just created, from the id in the page's address. */
export async function createdLink(actor: Actor, id: number | undefined) {
  if (id === undefined) return undefined;
  const link = await getLink(actor, id).catch((error: unknown) => {
    // It has been deleted since, or the id is made up.
    if (error instanceof AppError) return undefined;
    throw error;
  });
  return (
    link && {
      id,
      shortUrl: shortUrlOf(link),
      destination: link.destination,
      shares: countShares(readRules(link.rules)),
    }
  );
}
