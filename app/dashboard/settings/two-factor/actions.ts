"use server";

import { redirect } from "next/navigation";
import { client } from "@/lib/auth/session";
import { beginTwoFactor, disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from "@/lib/auth/two-factor";
import { attempt, type FormState, submitForm } from "@/lib/http/server-action";
import { secondFactorProof } from "@/lib/resources/account/schema";
import { secondFactor } from "@/lib/resources/users/schema";
import { actAfterConfirmation, freshSession, ownerOnlySession } from "../../_lib/act";

export async function begin(): Promise<FormState> {
  const begun = await actAfterConfirmation(async ({ self }) => {
    // If it is already on, the page shows that.
    await attempt(() => beginTwoFactor(self));
  });
  if (!begun.ok) return begun;
  redirect("/dashboard/settings/two-factor");
}

/** Returns the recovery codes, one per line. */
export async function enable(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(secondFactor, form, async ({ code }) => {
    const { self } = await freshSession();
    return (await enableTwoFactor(self, code)).join("\n");
  });
}

/** Replaces the recovery codes, and returns them one per line. */
export async function renewCodes(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(secondFactorProof, form, async (proof) => {
    const { self } = await ownerOnlySession();
    return (await renewRecoveryCodes(self, proof, await client())).join("\n");
  });
}

export async function disable(_state: FormState, form: FormData): Promise<FormState> {
  return submitForm(secondFactorProof, form, async (proof) => {
    const { self } = await ownerOnlySession();
    await disableTwoFactor(self, proof, await client());
    redirect("/dashboard/settings/security");
  });
}
