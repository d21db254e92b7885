import { timingSafeEqual } from "node:crypto";
import { hmac } from "@/lib/auth/secrets";
import type { VisitRequest } from "@/lib/visits/request";

/** A link, or what else is behind a password. */
export interface Guarded {
  /** no other thing's */
  id: number | string;
  passwordHash: string | null;
}

const passSeconds = 15 * 60;
const cookie = "signpost-pass";
// Of links whose addresses begin in the same way each may have its own.
const passes = new RegExp(`(?<=^|; )${cookie}=(\\d{1,12})\\.([\\w-]{43})(?=;|$)`, "g");

/** The cookie of a visitor who knew the password: good for this link or page, which is at `path`, and this password, for a while. */
export function passFor(guarded: Guarded, path: string, origin: string): string {
  const expires = Math.floor(Date.now() / 1000) + passSeconds;
  // A `;` would end the path. The cookie names what it is good for in any case.
  const within = path.includes(";") ? "/" : path;
  const parts = [`${cookie}=${expires}.${signed(guarded, expires)}`, `Path=${within}`, `Max-Age=${passSeconds}`];
  return [...parts, "HttpOnly", "SameSite=Lax", ...(origin.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

export function hasPass(guarded: Guarded, { headers }: VisitRequest): boolean {
  for (const [, expires, signature = ""] of (headers.cookie ?? "").matchAll(passes)) {
    if (Number(expires) * 1000 < Date.now()) continue;
    if (timingSafeEqual(Buffer.from(signature), Buffer.from(signed(guarded, Number(expires))))) return true;
  }
  return false;
}

/** Whether a visitor has just come through the page that asks for the password, which has been counted. */
export function isOnward({ headers, url }: VisitRequest): boolean {
  const { referer = "", host } = headers;
  return referer.replace(/^https?:\/\//, "") === `${host}${url}`;
}

const signed = ({ id, passwordHash }: Guarded, expires: number) =>
  Buffer.from(hmac("link-pass", `${id} ${expires} ${passwordHash}`)).toString("base64url");
