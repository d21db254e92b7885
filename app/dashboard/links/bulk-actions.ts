"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { changeLinksBody, type LinksChanged } from "@/lib/resources/links/bulk/schema";
import { changeLinks } from "@/lib/resources/links/bulk/service";
import { undoChange } from "@/lib/resources/links/bulk/undo";
import { act, idOf } from "../_lib/act";

/** Changes many links, from the input of `changeLinksBody`. */
export async function changeLinksAction(input: unknown): Promise<ActionResult<LinksChanged>> {
  return act(async (actor) => changeLinks(actor, parse(changeLinksBody, input)));
}

/** Undoes a bulk change. Returns the number of links. */
export async function undoLinksAction(id: number): Promise<ActionResult<number>> {
  return act(async (actor) => undoChange(actor, idOf(id)));
}
