import { timingSafeEqual } from "node:crypto";
import { baseUrl } from "@/lib/platform/env";
import { hmac } from "@/lib/platform/secrets";
import { endWeeklyReport } from "./service";

/** The address that unsubscribes an account from reports, without logging in. */
export const unsubscribeUrl = (userId: number) => `${baseUrl()}/account/unsubscribe/${userId}.${signed(userId)}`;

/** Returns the user of such an address, given its last part; null if it is invalid. */
export function unsubscriberOf(end: string): number | null {
  const [, id, signature = ""] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(end) ?? [];
  if (id === undefined) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signed(Number(id)))) ? Number(id) : null;
}

export const unsubscribe = (userId: number) => endWeeklyReport(userId);

const signed = (userId: number) => Buffer.from(hmac("unsubscribe", `${userId}`)).toString("base64url");
