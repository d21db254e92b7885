"use server";

import { readLinksView } from "@/components/links/links-view";
import { listHref } from "@/components/ui/list-href";
import type { ActionResult } from "@/lib/action-result";
import { parse } from "@/lib/api/request";
import { deleteView, linkView, saveView } from "@/lib/links/views";
import { act, idOf } from "../act";

/** Keeps a view of the links under a name. */
export async function saveViewAction(input: unknown): Promise<ActionResult<null>> {
  return act(async (actor) => {
    const { name, query } = parse(linkView, input);
    const { page: _page, created: _created, ...asked } = readLinksView(Object.fromEntries(new URLSearchParams(query)));
    await saveView(actor, { name, query: queryOf(asked) });
    return null;
  });
}

export async function deleteViewAction(id: number): Promise<ActionResult<null>> {
  return act(async (actor) => {
    await deleteView(actor, idOf(id));
    return null;
  });
}

/** What an address would ask for, without what makes no sense. */
const queryOf = (asked: Record<string, string | number | undefined>) =>
  listHref("", Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value ?? ""]))).slice(1);
