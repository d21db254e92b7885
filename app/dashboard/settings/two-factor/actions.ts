"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { secondFactorProof } from "@/lib/account/schema";
import { client, requireActor } from "@/lib/auth/session";
import { beginTwoFactor, disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from "@/lib/auth/two-factor";
import { attempt, type FormState, submitForm } from "@/lib/form";
import { secondFactor } from "@/lib/users/schema";

export async function begin(): Promise<void> {
  const actor = await requireActor();
  // Where it is on already, the page shows so.
  await attempt(() => beginTwoFactor(actor));
  revalidatePath("/dashboard/settings/two-factor");
}

/** Answers with the recovery codes, a line each. */
export async function enable(_state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireActor();
  return submitForm(secondFactor, form, async ({ code }) => (await enableTwoFactor(actor, code)).join("\n"));
}

/** The same with new ones. */
export async function renewCodes(_state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireActor();
  return submitForm(secondFactorProof, form, async (proof) =>
    (await renewRecoveryCodes(actor, proof, await client())).join("\n"),
  );
}

export async function disable(_state: FormState, form: FormData): Promise<FormState> {
  const actor = await requireActor();
  return submitForm(secondFactorProof, form, async (proof) => {
    await disableTwoFactor(actor, proof, await client());
    redirect("/dashboard/settings");
  });
}
