import { randomUUID } from "node:crypto";
import type { SmsAccount } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { decrypt, encrypt } from "@/lib/platform/secrets";
import { isLocalService } from "@/lib/resources/domains/host";
import { setDeliveryStatus } from "./delivery-status";
import type { SmsAccountInput } from "./schema";
import type { SmsProvider } from "./twilio";

// Loaded only when needed, because it is large.
const twilio = () => import("./twilio");

/** The member who links a provider decides who pays, so this needs the permission for API keys too. */
function authorizeLinking(actor: Actor): void {
  authorize(actor, "keys:write");
  authorize(actor, "sms:write");
}

/** Links the provider account that sends messages, replacing another one. Throws if the provider refuses it. */
export async function linkSmsAccount(actor: Actor, { accountSid, authToken }: SmsAccountInput): Promise<void> {
  authorizeLinking(actor);
  const { twilioProvider } = await twilio();
  await twilioProvider(accountSid, authToken).numbers();
  const data = { accountSid, authToken: encrypt("sms-token", authToken) };
  await db.smsAccount.upsert({
    where: { userId: actor.userId },
    create: { userId: actor.userId, ...data },
    update: data,
  });
}

/**
 * Unlinks the actor's provider account. Messages stay, but reports on messages that are on their way are no longer
 * accepted.
 */
export async function unlinkSmsAccount(actor: Actor): Promise<void> {
  authorizeLinking(actor);
  await db.smsAccount.deleteMany({ where: { userId: actor.userId } });
}

/** Returns the SID of the actor's provider account; null if none is linked. Its token is never shown. */
export async function linkedSmsAccount(actor: Actor): Promise<string | null> {
  authorize(actor, "sms:read");
  const account = await db.smsAccount.findUnique({ where: { userId: actor.userId } });
  return account?.accountSid ?? null;
}

export const tokenOf = ({ authToken }: SmsAccount) => decrypt("sms-token", authToken);

/** Returns whether the actor's messages go through their own account or the sandbox; null for neither. */
export async function findCarrier(actor: Actor): Promise<"account" | "sandbox" | null> {
  if (await linkedSmsAccount(actor)) return "account";
  return hasSandbox() ? "sandbox" : null;
}

const hasSandbox = () => env.SMS_SANDBOX ?? isLocalService();

/** Returns the provider of the actor's messages: their own account, or the sandbox if there is one. */
export async function getSmsProvider(actor: Actor): Promise<SmsProvider> {
  authorize(actor, "sms:read");
  const account = await db.smsAccount.findUnique({ where: { userId: actor.userId } });
  if (account) return (await twilio()).twilioProvider(account.accountSid, tokenOf(account));
  if (hasSandbox()) return sandbox;
  throw new AppError("sms_account_missing");
}

/** A number that does not exist, as in Twilio's own test credentials. */
const unreachable = "+15005550001";

const deliveredAfterMs = 1_000;

/** Sends nothing; it is for trying out the API. Each message counts as delivered after a second. */
const sandbox: SmsProvider = {
  async numbers() {
    return ["+15005550006", "+15005550010"];
  },
  async send({ id, to }) {
    if (to === unreachable) throw new AppError("sms_number_invalid", { number: to });
    const deliver = () =>
      setDeliveryStatus(id, "delivered").catch((err: unknown) => log.warn({ err }, "a sandbox message is stuck"));
    setTimeout(deliver, deliveredAfterMs).unref();
    return `sandbox-${randomUUID()}`;
  },
};
