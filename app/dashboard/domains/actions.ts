"use server";

import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { createDomain } from "@/lib/resources/domains/create";
import { createDomainBody, updateDomainBody } from "@/lib/resources/domains/schema";
import { deleteDomain, updateDomain } from "@/lib/resources/domains/service";
import { act, change, type Edited, parseRowId, readEditedRow } from "../_lib/act";

/** Adds a domain from the input of `createDomainBody`. Returns its id. */
export async function createDomainAction(input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => (await createDomain(actor, parse(createDomainBody, input))).id);
}

/** Changes the given fields of `updateDomainBody`. Returns the id. */
export async function updateDomainAction(edited: Edited, input: unknown): Promise<ActionResult<number>> {
  return act(async (actor) => {
    const { id, versions } = readEditedRow(edited);
    await updateDomain(actor, id, parse(updateDomainBody, input), versions);
    return id;
  });
}

export async function deleteDomainAction(id: number): Promise<ActionResult<null>> {
  return change((actor) => deleteDomain(actor, parseRowId(id)));
}
