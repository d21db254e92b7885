"use server";

import { getLocale } from "next-intl/server";
import type { SavedLink } from "@/components/links/link-form";
import type { ShownUndo } from "@/components/undo/undo";
import type { ActionResult } from "@/lib/contract/action-result";
import { refusedField } from "@/lib/contract/errors";
import { id, timestamp } from "@/lib/contract/fields";
import { parse } from "@/lib/contract/parse";
import { refusalIn } from "@/lib/contract/refusals";
import { z } from "@/lib/contract/zod";
import { archiveLinks, unarchiveLinks } from "@/lib/resources/links/bulk/archive";
import { changeLinksBody, type LinksChanged } from "@/lib/resources/links/bulk/schema";
import { changeLinks } from "@/lib/resources/links/bulk/service";
import { undoChange } from "@/lib/resources/links/bulk/undo";
import { historyPointOf, revertLink } from "@/lib/resources/links/history/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { restoreLink } from "@/lib/resources/links/trash/restore";
import { eraseLink } from "@/lib/resources/links/trash/service";
import { duplicateLink } from "@/lib/resources/links/writing/duplicate";
import { restartSplit } from "@/lib/resources/links/writing/restart-split";
import { updateLink } from "@/lib/resources/links/writing/save";
import { sendEveryone, splitFields } from "@/lib/resources/links/writing/send-everyone";
import { act, change, parseRowId } from "../_lib/act";

const linkIds = z.array(id()).min(1).max(100);

/** Archives or unarchives links. Returns the ids of those that were changed. */
export async function archiveLinksAction(ids: unknown, archived: unknown): Promise<ActionResult<number[]>> {
  return act(async (actor) =>
    (parse(z.boolean(), archived) ? archiveLinks : unarchiveLinks)(actor, parse(linkIds, ids)),
  );
}

/** Creates a copy of a link with all its settings. */
export async function duplicateLinkAction(id: number): Promise<ActionResult<SavedLink>> {
  return act(async (actor) => {
    const link = await duplicateLink(actor, parseRowId(id));
    return { id: link.id, shortUrl: shortUrlOf(link) };
  });
}

/** Restores a deleted link. */
export async function restoreLinkAction(id: number): Promise<ActionResult<SavedLink>> {
  return act(async (actor) => {
    const link = await restoreLink(actor, parseRowId(id));
    return { id: link.id, shortUrl: shortUrlOf(link) };
  });
}

/** Deletes a link permanently, with its clicks and statistics. */
export async function eraseLinkAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => eraseLink(actor, parseRowId(id)));
}

/** Splits visitors again after a split test has ended automatically. */
export async function restartSplitAction(id: number, rule: unknown): Promise<ActionResult<null>> {
  return change((actor) => restartSplit(actor, parseRowId(id), parse(z.string().max(20), rule)));
}

/** Sends all visitors of a split to one of its destinations. Returns what `putBackSplitAction` takes. */
export async function sendEveryoneAction(
  id: number,
  rule: unknown,
  destination: unknown,
): Promise<ActionResult<z.infer<typeof splitFields>>> {
  return act((actor) =>
    sendEveryone(actor, parseRowId(id), parse(z.string().max(20), rule), parse(z.string().max(8_192), destination)),
  );
}

/** Splits visitors again as before. */
export async function putBackSplitAction(id: number, earlier: unknown): Promise<ActionResult<null>> {
  return change(async (actor) => {
    await updateLink(actor, parseRowId(id), parse(splitFields, earlier));
  });
}

const then = z.object({ at: timestamp().optional(), after: id().optional(), before: id().optional() });

/** Reverts a link to an earlier state. */
export async function revertLinkAction(link: number, requested: unknown): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const wanted = historyPointOf(parse(then, requested));
    if (!wanted) throw refusedField("at", "required");
    await revertLink(actor, parseRowId(link), wanted);
  });
}

/** Changes many links, from the input of `changeLinksBody`. */
export async function changeLinksAction(input: unknown): Promise<ActionResult<LinksChanged>> {
  return act(async (actor) => changeLinks(actor, parse(changeLinksBody, input)));
}

/** Undoes a bulk change. Without `partly`, it only tries if some links cannot be changed back. */
export async function undoLinksAction(id: number, partly: unknown): Promise<ActionResult<ShownUndo>> {
  return act(async (actor) => {
    const { refusals, losses, ...result } = await undoChange(
      actor,
      parseRowId(id),
      partly === true ? "possible" : "whole",
    );
    const locale = await getLocale();
    return {
      ...result,
      refusals: refusals.map(({ why, ...link }) => ({ ...link, sentences: [refusalIn(locale, why)] })),
      losses: losses.map(({ lost, ...link }) => ({ ...link, sentences: lost.map((loss) => refusalIn(locale, loss)) })),
    };
  });
}
