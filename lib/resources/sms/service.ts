import type { SmsMessage } from "@/generated/prisma/client";
import type { SmsStatus } from "@/generated/prisma/enums";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, notFound, refusedField } from "@/lib/contract/errors";
import { id as messageId } from "@/lib/contract/fields";
import {
  behindId,
  mostCounted,
  type Page,
  type Paged,
  paged,
  rangeAndOneMore,
  totalOf,
} from "@/lib/contract/pagination";
import { refusal } from "@/lib/contract/refusal";
import { db } from "@/lib/platform/database/db";
import { containsText, deleteRows } from "@/lib/platform/database/rows";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { getSmsProvider, tokenOf } from "./account";
import { setDeliveryStatus } from "./delivery-status";
import type { SendSms } from "./schema";
import { shortenLinks } from "./shorten";
import type { SmsProvider } from "./twilio";

/** Messages that are handed to the provider at the same time. */
const atOnce = 10;

export const listNumbers = async (actor: Actor) => (await getSmsProvider(actor)).numbers();

interface MessageFilter {
  /** of the sender or the recipient */
  number?: string;
  status?: SmsStatus;
  /** in the text or in the recipient's number */
  q?: string;
}

/** A page of the actor's messages, newest first: all, or those that match the filter. */
export async function listMessages(
  actor: Actor,
  page: Page,
  { number, status, q }: MessageFilter = {},
): Promise<Paged<SmsMessage>> {
  authorize(actor, "sms:read");
  // People put spaces in numbers differently. A text with only spacing characters matches no number.
  const inNumber = q?.replace(/[\s()/-]/g, "");
  const where = {
    userId: actor.userId,
    status,
    AND: [
      number ? { OR: [{ from: number }, { to: number }] } : {},
      q ? { OR: [{ message: containsText(q) }, ...(inNumber ? [{ to: containsText(inNumber) }] : [])] } : {},
    ],
  };
  const [rows, counted] = await Promise.all([
    db.smsMessage.findMany({
      ...{ where: { ...where, ...behindId(page) }, orderBy: { id: "desc" } },
      ...rangeAndOneMore(page),
    }),
    db.smsMessage.count({ where, take: mostCounted + 1 }),
  ]);
  const [id, isPartial] = [{ id: true } as const, counted > mostCounted];
  const ids = isPartial ? await db.smsMessage.aggregate({ where, _min: id, _max: id }) : undefined;
  const atMost = (ids?._max.id ?? 0) - (ids?._min.id ?? 0) + 1;
  const total = totalOf({ ...page, ...rangeAndOneMore(page) }, counted, rows.length, atMost);
  return paged(page, { rows, ...total }, ({ id }) => [id]);
}

export interface SmsOutcome {
  sent: number;
  /** the numbers that no message could be sent to, and why */
  failed: { to: string; reason: string }[];
}

/**
 * Sends a text to each number as a separate message; one failure does not stop the others. Throws if the account or a
 * link in the text is refused, in which case nothing is sent, or if no message could be sent.
 */
export async function sendSms(actor: Actor, { from, to, message }: SendSms): Promise<SmsOutcome> {
  authorize(actor, "sms:write");
  const provider = await getSmsProvider(actor);
  if (!(await provider.numbers()).includes(from)) throw refusedField("from", "sms_number_not_yours");
  const text = await shortenLinks(actor, message);
  const messages = await db.smsMessage.createManyAndReturn({
    data: [...new Set(to)].map((number) => ({ userId: actor.userId, from, to: number, message: text })),
  });
  const refusals = await eachOf(messages, (row) => send(provider, row));
  const failed = messages.flatMap(({ to }, index) => {
    const refusal = refusals[index];
    return refusal ? [{ to, reason: refusal.message, refusal }] : [];
  });
  const [first] = failed;
  if (first && failed.length === messages.length) throw none(first.refusal, failed.length);
  return { sent: messages.length - failed.length, failed: failed.map(({ to, reason }) => ({ to, reason })) };
}

/** Hands over one message. A refusal is stored in the row and returned. */
async function send(provider: SmsProvider, { id, from, to, message }: SmsMessage): Promise<AppError | null> {
  let providerId: string;
  try {
    providerId = await provider.send({ id, from, to, text: message });
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error }, "a message could not be sent");
    const refusal = error instanceof AppError ? error : new AppError("sms_failed");
    await setDeliveryStatus(id, "failed", refusal);
    return refusal;
  }
  await db.smsMessage.updateMany({ where: { id }, data: { providerId } });
  return null;
}

function none({ kind, code, params }: AppError, count: number): AppError {
  const reason = { code, params };
  if (kind === "invalid")
    return count === 1
      ? refusedField("to", "sms_not_sent", { reason })
      : refusedField("to", "sms_none_sent", { count, reason });
  return count === 1
    ? new AppError("sms_not_sent_now", { reason })
    : new AppError("sms_none_sent_now", { count, reason });
}

/** `Promise.all` over `work`, a few at a time. */
async function eachOf<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/**
 * Takes Twilio's report on the message in row `id`, with its original form and signature. Refuses reports that are not
 * signed with the token of the message's account. Ignores a status that cannot follow the message's current one.
 */
export async function takeReport(id: string, signature: string, form: Record<string, string>): Promise<void> {
  const row = messageId().safeParse(id);
  const message = row.success
    ? await db.smsMessage.findUnique({
        where: { id: row.data },
        include: { user: { include: { smsAccount: true } } },
      })
    : null;
  const account = message?.user.smsAccount;
  if (!message || !account) throw notFound("message");
  const { callbackUrl, isSigned } = await import("./twilio");
  if (!isSigned(tokenOf(account), signature, callbackUrl(id), form)) {
    throw new AppError("signature_wrong");
  }
  if (message.providerId !== null && message.providerId !== form.MessageSid) throw notFound("message");
  switch (form.MessageStatus) {
    case "delivered":
      return setDeliveryStatus(message.id, "delivered");
    case "undelivered":
    case "failed":
      return setDeliveryStatus(message.id, "failed", refusal("sms_undelivered", { code: form.ErrorCode ?? "unknown" }));
  }
}

/** Deletes messages after the retention period, because they contain phone numbers and texts. Returns how many. */
export const sweepMessages = () =>
  deleteRows("sms_messages", `created_at < now() - interval '${env.MESSAGE_RETENTION_DAYS} days'`);
