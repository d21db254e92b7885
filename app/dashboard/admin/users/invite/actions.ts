"use server";

import { revalidatePath } from "next/cache";
import { getLocale } from "next-intl/server";
import { invite, withdrawInvitation } from "@/lib/account/invitations";
import { charge } from "@/lib/auth/budget";
import { requireActor } from "@/lib/auth/session";
import type { FormState } from "@/lib/form";
import { invitation } from "@/lib/users/schema";
import { actOnForm } from "../../../act";

const path = "/dashboard/admin/users/invite";

/** Answers with the link. */
export async function inviteAction(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(invitation, form, async (actor, { email }) => {
    const url = await invite(actor, email, await getLocale());
    revalidatePath(path);
    return url;
  });
}

export async function withdrawAction(form: FormData): Promise<void> {
  await charge();
  const actor = await requireActor();
  const given = invitation.safeParse({ email: form.get("email") });
  if (given.success) await withdrawInvitation(actor, given.data.email);
  revalidatePath(path);
}
