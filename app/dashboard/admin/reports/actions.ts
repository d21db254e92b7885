"use server";

import { revalidatePath } from "next/cache";
import { getTranslations } from "next-intl/server";
import type { FormState } from "@/lib/http/server-action";
import { linkParams } from "@/lib/resources/links/schema";
import { takedownForm, takedownParams, verdictReason } from "@/lib/resources/reports/schema";
import { disableLink, dismissReports, enableLink } from "@/lib/resources/reports/service";
import { takeDown, undoTakedown } from "@/lib/resources/reports/takedown";
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

export async function takeDownAction(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(takedownForm, form, async (actor, { scope, target, reason }) => {
    const { links, status } = await takeDown(actor, scope === "host" ? { host: target } : { account: target }, reason);
    return done(status === "disabling" ? "takedowns.begun" : "takedowns.done", links);
  });
}

export async function undoTakedownAction(_state: FormState, form: FormData): Promise<FormState> {
  return actOnForm(takedownParams, form, async (actor, { id }) => {
    const { status } = await undoTakedown(actor, id);
    return done(status === "undoing" ? "takedowns.undoBegun" : "takedowns.undoDone");
  });
}

type Message =
  | "disabled.done"
  | "dismissed"
  | "enabled"
  | "takedowns.begun"
  | "takedowns.done"
  | "takedowns.undoBegun"
  | "takedowns.undoDone";

async function done(message: Message, count = 0): Promise<string> {
  // The navigation shows the number of open reports.
  revalidatePath("/dashboard", "layout");
  return (await getTranslations("reports"))(message, { count });
}
