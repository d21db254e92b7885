import { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, englishOf } from "@/lib/contract/errors";
import type { Refusal } from "@/lib/contract/refusal";
import { db, type Transaction } from "@/lib/platform/database/db";
import { hasCode, uniqueViolation } from "@/lib/platform/database/outage";
import { deleteRows } from "@/lib/platform/database/rows";
import { type Warning, warnAll } from "@/lib/platform/warnings";
import { invalidateLink } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { runAtomically } from "./lock-links";
import { mostRefusals } from "./schema";
import type { Action } from "./step";
import { type ChangeSet, type Undone, undoSteps } from "./undo-steps";

/** How long a change can be undone. */
const undoable = Prisma.sql`interval '30 days'`;

/** A link that could not be changed back, or that lacks something since it was restored. */
interface ReportedLink {
  id: number;
  /** null if the link or its domain no longer exists */
  shorturl: string | null;
}

export interface ChangeUndone {
  /** whether it was done, or only tried */
  done: boolean;
  /** the number of links that were changed back */
  undone: number;
  /** the number of links that could not be changed back */
  left: number;
  /** the first of those, with the reason and what to do */
  refusals: (ReportedLink & { why: Refusal })[];
  /** the first restored links that did not get everything back */
  losses: (ReportedLink & { lost: Warning[] })[];
}

/** `possible`: what can be undone. `whole`: all of it, or else only try it. `dry`: only try it. */
export type UndoMode = "possible" | "whole" | "dry";

/** Rolls back what was only tried. */
class Tried extends Error {
  constructor(readonly result: ChangeUndone) {
    super();
  }
}

/**
 * Undoes a change of many links for those where it is possible. The others stay part of the change, so that it can be
 * undone again once the reason is gone. Throws `undo_changed` if there are none but those.
 */
export async function undoChange(actor: Actor, id: number, mode: UndoMode = "possible"): Promise<ChangeUndone> {
  authorize(actor, "links:write");
  const found = await db.linkChangeSet.findFirst({ where: { id, userId: actor.userId }, select: { action: true } });
  if (!found) throw new AppError("undo_gone");
  const { undo, within } = undoSteps[found.action as Action];
  if (found.action === "channel") authorize(actor, "channels:write");
  try {
    const { result, addresses } = await runAtomically(within, actor, async (tx, room) => {
      const set = await lockedSet(tx, id);
      const undone = await undo(tx, actor, set, room);
      const result = await resultOf(tx, set, undone, mode);
      if (result.done && result.undone === 0) throw refusedUndo(result);
      if (!result.done) throw new Tried(result);
      await keepLeft(tx, set, undone);
      return { result, addresses: undone.addresses };
    });
    addresses.forEach(invalidateLink);
    return warned(result);
  } catch (error) {
    if (error instanceof Tried) return warned(error.result);
    // Meanwhile an alias or external ID was taken, or something that the links had was deleted.
    throw hasCode(error, [...uniqueViolation, "P2003", "23503"]) ? new AppError("changed_meanwhile") : error;
  }
}

/** Adds what restored links do not get back to the answer of the request. */
function warned(result: ChangeUndone): ChangeUndone {
  for (const { id, lost } of result.losses) {
    warnAll(lost.map((loss) => ({ ...loss, field: `links.${id}.${loss.field}` })));
  }
  return result;
}

/** A second request to undo the change waits here, and then finds nothing or what is left. */
async function lockedSet(tx: Transaction, id: number): Promise<ChangeSet> {
  const [there] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM link_change_sets WHERE id = ${id} AND created_at > now() - ${undoable} FOR UPDATE`;
  if (!there) throw new AppError("undo_gone");
  return (await tx.linkChangeSet.findUniqueOrThrow({ where: there })) as ChangeSet;
}

async function resultOf(
  tx: Transaction,
  { linkIds }: ChangeSet,
  { left, losses = new Map() }: Undone,
  mode: UndoMode,
): Promise<ChangeUndone> {
  const refused = [...left].slice(0, mostRefusals);
  const lacking = [...losses].slice(0, mostRefusals);
  const urls = await shortUrlsOf(
    tx,
    [...refused, ...lacking].map(([id]) => id),
  );
  const reported = (id: number) => ({ id, shorturl: urls.get(id) ?? null });
  return {
    done: mode === "possible" || (mode === "whole" && left.size === 0),
    undone: linkIds.length - left.size,
    left: left.size,
    refusals: refused.map(([id, why]) => ({ ...reported(id), why })),
    losses: lacking.map(([id, lost]) => ({ ...reported(id), lost })),
  };
}

/** Returns the short URLs of links, also of deleted ones, by id. */
async function shortUrlsOf(tx: Transaction, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: number; alias: string; userId: number | null; scheme: string; host: string }[]>`
    SELECT named.id, alias, user_id AS "userId", scheme, host FROM (
      SELECT id, alias, domain_id FROM links WHERE id = ANY(${ids})
      UNION ALL SELECT link_id, alias, domain_id FROM deleted_links WHERE link_id = ANY(${ids})
    ) AS named JOIN domains ON domains.id = domain_id`;
  return new Map(rows.map(({ id, alias, ...domain }) => [id, shortUrlOf({ alias, domain })]));
}

/** The refusal of an undo that would change nothing. Names some of the links, as an error lists few. */
function refusedUndo({ refusals }: ChangeUndone): AppError {
  const fields = refusals.slice(0, 20).map(({ id, why }) => ({ path: `links.${id}`, ...why, message: englishOf(why) }));
  return new AppError("undo_changed", {}, fields);
}

/** Keeps the links that may be changed back later. */
async function keepLeft(tx: Transaction, { id, linkIds, befores }: ChangeSet, { left }: Undone): Promise<void> {
  const isKept = (index: number) => {
    const why = left.get(linkIds[index] ?? 0);
    return why !== undefined && why.code !== "undo_link_gone";
  };
  const kept = linkIds.filter((_, index) => isKept(index));
  if (kept.length === 0) {
    await tx.linkChangeSet.delete({ where: { id } });
    return;
  }
  const hasOnePerLink = befores.length === linkIds.length;
  const data = { linkIds: kept, ...(hasOnePerLink && { befores: befores.filter((_, index) => isKept(index)) }) };
  await tx.linkChangeSet.update({ where: { id }, data });
}

export async function sweepLinkChanges(): Promise<number> {
  return deleteRows("link_change_sets", "created_at < now() - interval '30 days'");
}
