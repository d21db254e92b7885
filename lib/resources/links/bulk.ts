import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, englishOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import type { Transaction } from "@/lib/platform/db";
import { hasCode } from "@/lib/platform/outage";
import { requireStorage } from "@/lib/resources/plans/storage";
import { type ChangeLinks, type LinksChanged, mostRefusals } from "./bulk-schema";
import type { Changed, Step } from "./bulk-step";
import { stepOf } from "./bulk-steps";
import { inOneStep, uniqueViolation } from "./lock-links";
import { linksByIds } from "./read";
import { selectedIds } from "./select";
import { invalidateLink } from "./service";
import { shortUrlOf } from "./short-url";

/** The latest so many changes of an account can be undone. */
const mostKept = 20;

/**
 * Changes many links in one transaction: all of them, but for those that cannot be, of which it says why. Another user's
 * are left alone, as if they were not there.
 */
export async function changeLinks(actor: Actor, body: ChangeLinks): Promise<LinksChanged> {
  authorize(actor, "links:write");
  const step = await stepOf(actor, body);
  const ids = await selectedIds(actor, body);
  if (step.stores) await requireStorage(actor);
  const changed = await inOneStep(step.within, actor, async (tx, room) => {
    const done = await step.change(tx, ids, room);
    return { ...done, id: await keep(tx, actor, step, done) };
  }).catch((error: unknown) => {
    // Somebody has taken an alias since it was free.
    throw hasCode(error, uniqueViolation) ? new AppError("changed_meanwhile") : error;
  });
  changed.addresses?.forEach(invalidateLink);
  const taken = changed.taken ?? [];
  return {
    id: changed.id,
    changed: changed.ids.length,
    refused: taken.length,
    refusals: await refusalsOf(
      actor,
      taken.slice(0, mostRefusals).map(({ id }) => id),
    ),
  };
}

async function refusalsOf({ userId }: Actor, ids: number[]): Promise<LinksChanged["refusals"]> {
  if (ids.length === 0) return [];
  const message = englishOf(refusal("alias_taken"));
  const links = await linksByIds(userId, ids);
  return links.map((link) => ({ id: link.id, shorturl: shortUrlOf(link), code: "alias_taken", message }));
}

/** Keeps what the change is undone with; its id, or null where there was nothing to change. */
async function keep(tx: Transaction, { userId }: Actor, { action, target }: Step, changed: Changed) {
  if (changed.ids.length === 0) return null;
  const { id } = await tx.linkChangeSet.create({
    data: { userId, action, target: changed.target ?? target, linkIds: changed.ids, befores: changed.befores ?? [] },
    select: { id: true },
  });
  await tx.$executeRaw`
    DELETE FROM link_change_sets WHERE user_id = ${userId} AND id NOT IN (
      SELECT id FROM link_change_sets WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${mostKept})`;
  return id;
}
