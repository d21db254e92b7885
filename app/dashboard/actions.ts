"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { costs } from "@/lib/auth/budget";
import { confirmFresh } from "@/lib/auth/identity-confirmation";
import { client, signOut } from "@/lib/auth/session";
import { chooseAccount } from "@/lib/auth/session-rows";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { beginAction } from "@/lib/http/action-call";
import { attempt } from "@/lib/http/server-action";
import { baseUrl } from "@/lib/platform/env";
import { keepPicture } from "@/lib/resources/qr-codes/logo";
import { cropBody } from "@/lib/resources/uploads/schema";
import { cropUpload } from "@/lib/resources/uploads/service";
import { act, parseRowId, requireCurrentSession } from "./_lib/act";

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

/** Stores an image from a file or an address. Returns its full URL here. */
export async function keepPictureAction(picture: File | string): Promise<ActionResult<string>> {
  return act(async (actor) => {
    const sent = picture instanceof File ? Buffer.from(await picture.arrayBuffer()) : String(picture);
    return baseUrl() + (await keepPicture(actor, sent));
  }, costs.fetch);
}

/** Stores an area of an upload as an image with its own address, and returns that. */
export async function cropPictureAction(input: unknown): Promise<ActionResult<string>> {
  return act(async (actor) => {
    const { picture, ...area } = parse(cropBody, input);
    return baseUrl() + (await cropUpload(actor, picture, area));
  }, costs.picture);
}
