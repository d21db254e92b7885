"use server";

import { redirect } from "next/navigation";
import type { ActionResult } from "@/lib/action-result";
import { parse } from "@/lib/api/request";
import { confirmFresh } from "@/lib/auth/fresh";
import { client, signOut } from "@/lib/auth/session";
import { attempt } from "@/lib/form";
import { z } from "@/lib/zod";
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
