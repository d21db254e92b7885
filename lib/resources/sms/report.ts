import { AppError, notFound } from "@/lib/contract/errors";
import { id as messageId } from "@/lib/contract/fields";
import { refusal } from "@/lib/contract/refusal";
import { db } from "@/lib/platform/database/db";
import { tokenOf } from "./account";
import { setDeliveryStatus } from "./delivery-status";

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
