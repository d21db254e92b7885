"use server";

import { redirect } from "next/navigation";
import { confirmFresh } from "@/lib/auth/fresh";
import { client, signOut } from "@/lib/auth/session";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { attempt } from "@/lib/http/server-action";
import { presentSession } from "./act";

export async function logOut(): Promise<void> {
  await signOut();
  redirect("/");
}

/** Takes the password or the code by which somebody shows that it is them. */
export async function confirmAction(proof: string): Promise<ActionResult<null>> {
  return attempt(async () => {
    await confirmFresh(await presentSession(), parse(z.string().max(256), proof), await client());
    return null;
  });
}
