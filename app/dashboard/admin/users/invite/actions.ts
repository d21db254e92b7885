"use server";

import { revalidatePath } from "next/cache";
import { getLocale } from "next-intl/server";
import { invite, withdrawInvitation } from "@/lib/account/invitations";
import { mayGoOn } from "@/lib/auth/budget";
import { requireActor } from "@/lib/auth/session";
import { entriesOf, type FormState } from "@/lib/form";
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
  if (!(await mayGoOn())) return;
  const actor = await requireActor();
  const given = invitation.safeParse(Object.fromEntries(entriesOf(form)));
  if (given.success) await withdrawInvitation(actor, given.data.email);
  revalidatePath(path);
}
