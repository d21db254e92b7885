"use server";

import { revalidatePath } from "next/cache";
import { getTranslations } from "next-intl/server";
import type { FormState } from "@/lib/http/server-action";
import { linkParams } from "@/lib/resources/links/schema";
import { verdictReason } from "@/lib/resources/reports/schema";
import { disableLink, dismissReports, enableLink } from "@/lib/resources/reports/service";
import { actOnForm } from "../../_lib/act";

const verdict = linkParams.extend({ reason: verdictReason });

export async function disableAction(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(verdict, form, async (actor, { id, reason }) => {
    await disableLink(actor, id, reason);
    return done("disabled.done");
  });
}

export async function dismissAction(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(linkParams, form, async (actor, { id }) => {
    await dismissReports(actor, id);
    return done("dismissed");
  });
}

export async function enableAction(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(linkParams, form, async (actor, { id }) => {
    await enableLink(actor, id);
    return done("enabled");
  });
}

async function done(message: "disabled.done" | "dismissed" | "enabled"): Promise<string> {
  // The navigation shows the number of open reports.
  revalidatePath("/dashboard", "layout");
  return (await getTranslations("reports"))(message);
}
