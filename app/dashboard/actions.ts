"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { confirmFresh } from "@/lib/auth/identity-confirmation";
import { client, signOut } from "@/lib/auth/session";
import { chooseAccount } from "@/lib/auth/session-rows";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { beginAction } from "@/lib/http/action-call";
import { attempt } from "@/lib/http/server-action";
import { parseRowId, requireCurrentSession } from "./_lib/act";

export async function logOut(): Promise<void> {
  beginAction(await headers());
  await signOut();
  redirect("/");
}

/** Switches this browser to another account. */
export async function chooseAccountAction(id: number): Promise<ActionResult<null>> {
  return attempt(async () => {
    await chooseAccount(await requireCurrentSession(), parseRowId(id));
    revalidatePath("/dashboard", "layout");
    return null;
  });
}

/** Checks the password or code with which a user confirms their identity. */
export async function confirmAction(proof: string): Promise<ActionResult<null>> {
  return attempt(async () => {
    await confirmFresh(await requireCurrentSession(), parse(z.string().max(256), proof), await client());
    return null;
  });
}
