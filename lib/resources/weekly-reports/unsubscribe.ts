import { timingSafeEqual } from "node:crypto";
import { hmac } from "@/lib/auth/secrets";
import { baseUrl } from "@/lib/platform/env";
import { endWeeklyReport } from "./service";

/** The address that ends an account's reports, whoever opens it and whether or not they are signed in. */
export const unsubscribeUrl = (userId: number) => `${baseUrl()}/account/unsubscribe/${userId}.${signed(userId)}`;

/** Whose reports such an address ends, given its end; null where it is none of ours. */
export function unsubscriberOf(end: string): number | null {
  const [, id, signature = ""] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(end) ?? [];
  if (id === undefined) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signed(Number(id)))) ? Number(id) : null;
}

export const unsubscribe = (userId: number) => endWeeklyReport(userId);

const signed = (userId: number) => Buffer.from(hmac("unsubscribe", `${userId}`)).toString("base64url");
