"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ActionResult } from "@/lib/contract/action-result";
import { id } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";
import { type FormState, submitForm } from "@/lib/http/server-action";
import { inviteMember, withdrawInvitation } from "@/lib/resources/members/invitations";
import { inviteBody, memberBody } from "@/lib/resources/members/schema";
import { changeRole, leaveAccount, removeMember } from "@/lib/resources/members/service";
import { actAfterConfirmation, actOnForm, freshSession, parseRowId } from "../../_lib/act";

const path = "/dashboard/settings/members";

/** Returns the invitation link, and on a second line whether it was mailed. */
export async function inviteMemberAction(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(inviteBody, form, async (input) => {
    const { actor } = await freshSession();
    const { url, mailed } = await inviteMember(actor, input);
    revalidatePath(path);
    return `${url}\n${mailed ? "mailed" : "notMailed"}`;
  });
}

export async function withdrawMemberInvitation(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(z.object({ id: id() }), form, async (actor, input) => {
    await withdrawInvitation(actor, input.id);
    revalidatePath(path);
    return "";
  });
}

export async function changeRoleAction(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(memberBody.extend({ id: id() }), form, async (input) => {
    const { actor } = await freshSession();
    await changeRole(actor, input.id, input.role);
    revalidatePath(path);
    return (await getTranslations("settings.members"))("changed");
  });
}

export async function removeMemberAction(id: number): Promise<ActionResult<null>> {
  return actAfterConfirmation(async ({ actor }) => {
    await removeMember(actor, parseRowId(id));
    return null;
  });
}

/** Leaves the present account. */
export async function leaveAction(): Promise<FormState> {
  const left = await actAfterConfirmation(async ({ self, actor }) => leaveAccount(self, actor.userId));
  if (!left.ok) return left;
  redirect("/dashboard/links");
}
