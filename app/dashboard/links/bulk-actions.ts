"use server";

import { getLocale } from "next-intl/server";
import type { ShownUndo } from "@/components/undo/undo";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { refusalIn } from "@/lib/contract/refusals";
import { changeLinksBody, type LinksChanged } from "@/lib/resources/links/bulk/schema";
import { changeLinks } from "@/lib/resources/links/bulk/service";
import { undoChange } from "@/lib/resources/links/bulk/undo";
import { act, parseRowId } from "../_lib/act";

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
