import type { z } from "zod";
import type { SmsMessage } from "@/generated/prisma/client";
import { type Page, type Paged, presentPage } from "@/lib/contract/pagination";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { smsItem, smsList } from "./schema";
import type { SmsOutcome } from "./service";

export function presentMessage({ from, to, status, message, createdAt }: SmsMessage): z.infer<typeof smsItem> {
  return { from, to, status, message, date: formatTimestamp(createdAt) };
}

/** Unlike other lists, this one has its counters at the top and no next page after the last. */
export function presentMessages(page: Page, listed: Paged<SmsMessage>): z.infer<typeof smsList> {
  const { data } = presentPage(page, listed, "list", presentMessage);
  return { ...data, nextpage: data.currentpage < data.maxpage ? data.nextpage : null };
}

/** Says how many messages were sent, and why others were not. */
export function presentOutcome({ sent, failed }: SmsOutcome): { message: string } {
  const total = sent + failed.length;
  if (failed.length === 0)
    return { message: total === 1 ? "The message has been sent." : `${total} messages have been sent.` };
  const reasons = failed.map(({ to, reason }) => `${to}: ${reason}`).join(" ");
  return { message: `${sent} of ${total} messages have been sent. ${reasons}` };
}
