"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { email, id } from "@/lib/contract/fields";
import { parse } from "@/lib/contract/parse";
import { z } from "@/lib/contract/zod";
import { type FormState, submitForm } from "@/lib/http/server-action";
import { acceptOwnershipTransfer } from "@/lib/resources/ownership-transfers/accept";
import { createOwnershipTransferBody } from "@/lib/resources/ownership-transfers/schema";
import {
  createOwnershipTransfer,
  refuseOwnershipTransfer,
  withdrawOwnershipTransfer,
} from "@/lib/resources/ownership-transfers/service";
import { freshSession, requireCurrentSession } from "../../_lib/act";
import { parseLinkIds } from "./links-in";

const offered = z.object({ email: email(), links: z.string().max(20_000).default("") });
const chosen = z.object({ token: id() });

export async function offerAction(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(offered, form, async ({ email, links }) => {
    const { actor } = await freshSession();
    const input = parse(createOwnershipTransferBody, { email, links: parseLinkIds(links) });
    const handover = await createOwnershipTransfer(actor, input);
    redirect(`/dashboard/settings/handovers/${handover.id}`);
  });
}

export async function acceptAction(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(chosen, form, async ({ token }) => {
    const { actor } = await freshSession();
    await acceptOwnershipTransfer(actor, token);
    revalidatePath("/dashboard", "layout");
    return (await getTranslations("ownership-transfers"))("accepted");
  });
}

export async function refuseAction(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(chosen, form, async ({ token }) => {
    await refuseOwnershipTransfer((await requireCurrentSession()).actor, token);
    revalidatePath("/dashboard/settings/handovers");
    return (await getTranslations("ownership-transfers"))("refused");
  });
}

export async function withdrawAction(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(chosen, form, async ({ token }) => {
    await withdrawOwnershipTransfer((await requireCurrentSession()).actor, token);
    revalidatePath("/dashboard/settings/handovers");
    return (await getTranslations("ownership-transfers"))("withdrawn");
  });
}
