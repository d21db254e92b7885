"use server";

import { revalidatePath } from "next/cache";
import { getLocale } from "next-intl/server";
import type { FormState } from "@/lib/http/server-action";
import { invite, withdrawInvitation } from "@/lib/resources/account/invitations";
import { invitation } from "@/lib/resources/users/schema";
import { actOnForm } from "../../../_lib/act";

const path = "/dashboard/admin/users/invite";

/** Returns the invitation link, and on a second line whether it was mailed. */
export async function inviteAction(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(invitation, form, async (actor, { email }) => {
    const { url, mailed } = await invite(actor, email, await getLocale());
    revalidatePath(path);
    return `${url}\n${mailed ? "mailed" : "notMailed"}`;
  });
}

export async function withdrawAction(form: FormData): Promise<void> {
  // The list shows the new invitation.
  await actOnForm(invitation, form, async (actor, { email }) => {
    await withdrawInvitation(actor, email);
    return "";
  });
  revalidatePath(path);
}
