"use server";

import type { ActionResult } from "@/lib/action-result";
import { parse } from "@/lib/api/request";
import { costs } from "@/lib/auth/budget";
import { draftSms, type SmsDraft } from "@/lib/sms/draft";
import { sendSmsBody } from "@/lib/sms/schema";
import { type SmsOutcome, sendSms } from "@/lib/sms/service";
import { act } from "../act";

/** Sends what `sendSmsBody` takes. */
export async function sendSmsAction(input: unknown): Promise<ActionResult<SmsOutcome>> {
  return act((actor) => sendSms(actor, parse(sendSmsBody, input)), costs.fetch);
}

/** What a message would be, were it sent. */
export async function measureSmsAction(message: string): Promise<ActionResult<SmsDraft>> {
  return act(() => draftSms(parse(sendSmsBody.pick({ message: true }), { message }).message));
}
