"use server";

import { narrowingOf, orderingOf, readLinksView } from "@/components/links/links-view";
import { listHref } from "@/components/ui/list-address";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { readQuery } from "@/lib/contract/query";
import { deleteView, linkView, listSettings, saveListSettings, saveView } from "@/lib/resources/links/views/views";
import { change, parseRowId } from "../_lib/act";

/** Saves how the user wants lists of links to look. */
export async function saveListSettingsAction(input: unknown): Promise<ActionResult<null>> {
  return change((actor) => saveListSettings(actor, parse(listSettings, input)));
}

/** Saves a view of the links under a name. */
export async function saveViewAction(input: unknown): Promise<ActionResult<null>> {
  return change(async (actor) => {
    const { name, query } = parse(linkView, input);
    const view = readLinksView(readQuery(new URLSearchParams(query)));
    // The query leaves out default and invalid values.
    await saveView(actor, { name, query: listHref("", { ...narrowingOf(view), ...orderingOf(view) }).slice(1) });
  });
}

export async function deleteViewAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteView(actor, parseRowId(id)));
}
