import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { findLinks } from "@/lib/resources/links/service";
import { type LinkSelection, mostAtOnce } from "./schema";

/**
 * Returns the ids of the selected links. Refuses a filter that no longer matches `count` links, because the user has
 * not seen the others.
 */
export async function selectedIds(actor: Actor, { ids, filter = {}, count }: LinkSelection): Promise<number[]> {
  authorize(actor, "links:read");
  if (ids) return ids;
  const found = await findLinks(actor, filter, mostAtOnce);
  if (found.total !== count || found.atMost !== undefined) {
    throw new AppError("selection_changed", { count: found.total });
  }
  return found.ids;
}
