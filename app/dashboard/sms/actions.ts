"use server";

import { costs } from "@/lib/auth/budget";
import type { ActionResult } from "@/lib/contract/action-result";
import { parse } from "@/lib/contract/parse";
import { sendSmsBody } from "@/lib/resources/sms/schema";
import { type SmsOutcome, sendSms } from "@/lib/resources/sms/service";
import { draftSms, type SmsDraft } from "@/lib/resources/sms/shorten";
import { act } from "../_lib/act";

/** Sends messages from the input of `sendSmsBody`. */
export async function sendSmsAction(input: unknown): Promise<ActionResult<SmsOutcome>> {
  return act((actor) => sendSms(actor, parse(sendSmsBody, input)), costs.fetch);
}

/** Measures a message as it would be sent. */
export async function measureSmsAction(message: string): Promise<ActionResult<SmsDraft>> {
  return act((actor) => draftSms(actor, parse(sendSmsBody.pick({ message: true }), { message }).message));
}
