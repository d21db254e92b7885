import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { type LinkSelection, mostAtOnce } from "./bulk-schema";
import { findLinks } from "./service";

/** The ids of the links that are meant. A filter that finds another number by now finds what nobody has looked at. */
export async function selectedIds(actor: Actor, { ids, filter = {}, count }: LinkSelection): Promise<number[]> {
  authorize(actor, "links:read");
  if (ids) return ids;
  const found = await findLinks(actor, filter, mostAtOnce);
  if (found.total !== count) throw new AppError("selection_changed", { count: found.total });
  return found.ids;
}
