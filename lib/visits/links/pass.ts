import { timingSafeEqual } from "node:crypto";
import { hmac } from "@/lib/auth/secrets";
import type { VisitRequest } from "@/lib/visits/request";
import type { LinkSnapshot } from "./snapshot";

const passSeconds = 15 * 60;
const cookie = "signpost-pass";
const pass = new RegExp(`(?:^|; )${cookie}=(\\d{1,12})\\.([\\w-]{43})(?:;|$)`);

/** The cookie of a visitor who knew the password: good for this link and this password, for a while. */
export function passFor(link: LinkSnapshot, request: VisitRequest, origin: string): string {
  const expires = Math.floor(Date.now() / 1000) + passSeconds;
  const parts = [`${cookie}=${expires}.${signed(link, expires)}`, `Path=${pathOf(request)}`, `Max-Age=${passSeconds}`];
  return [...parts, "HttpOnly", "SameSite=Lax", ...(origin.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

export function hasPass(link: LinkSnapshot, { headers }: VisitRequest): boolean {
  const [, expires, signature] = pass.exec(headers.cookie ?? "") ?? [];
  if (!signature || Number(expires) * 1000 < Date.now()) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signed(link, Number(expires))));
}

/** Whether a visitor has just come through the page that asks for the password, which has been counted. */
export function isOnward({ headers, url }: VisitRequest): boolean {
  const { referer = "", host } = headers;
  return referer.replace(/^https?:\/\//, "") === `${host}${url}`;
}

const pathOf = ({ url }: VisitRequest) => url.split("?", 1)[0] ?? "/";

const signed = ({ id, passwordHash }: LinkSnapshot, expires: number) =>
  Buffer.from(hmac("link-pass", `${id} ${expires} ${passwordHash}`)).toString("base64url");
