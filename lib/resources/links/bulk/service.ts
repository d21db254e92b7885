import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, englishOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { currentAuthor } from "@/lib/platform/database/author";
import type { Transaction } from "@/lib/platform/database/db";
import { hasCode, uniqueViolation } from "@/lib/platform/database/outage";
import { linksByIds } from "@/lib/resources/links/read";
import { invalidateLink } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { requireStorage } from "@/lib/resources/plans/storage";
import { runAtomically } from "./lock-links";
import { type ChangeLinks, type LinksChanged, mostRefusals } from "./schema";
import { selectedIds } from "./select";
import type { Changed, Step } from "./step";
import { stepOf } from "./steps";

/** The number of an account's latest changes that can be undone. */
const mostKept = 200;

/**
 * Changes many links in one transaction and reports the links that could not be changed. Ids of other users' links are
 * ignored, like ids that do not exist.
 */
export async function changeLinks(actor: Actor, body: ChangeLinks): Promise<LinksChanged> {
  authorize(actor, "links:write");
  const step = await stepOf(actor, body);
  const ids = await selectedIds(actor, body);
  if (step.stores) await requireStorage(actor);
  const changed = await runAtomically(step.within, actor, async (tx, room) => {
    const done = await step.change(tx, ids, room);
    return { ...done, id: await keep(tx, actor, step, done) };
  }).catch((error: unknown) => {
    // Another request has taken an alias meanwhile.
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

/** Stores what is needed to undo the change. Returns its id, or null if nothing was changed. */
async function keep(tx: Transaction, { userId }: Actor, { action, target }: Step, changed: Changed) {
  if (changed.ids.length === 0) return null;
  const { id } = await tx.linkChangeSet.create({
    data: {
      ...{ userId, action, target: changed.target ?? target, linkIds: changed.ids, befores: changed.befores ?? [] },
      request: currentAuthor()?.request,
    },
    select: { id: true },
  });
  await tx.$executeRaw`
    DELETE FROM link_change_sets WHERE user_id = ${userId} AND id NOT IN (
      SELECT id FROM link_change_sets WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${mostKept})`;
  return id;
}
