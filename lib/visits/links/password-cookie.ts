import { timingSafeEqual } from "node:crypto";
import { hmac } from "@/lib/platform/secrets";
import type { VisitRequest } from "@/lib/visits/core/request";

/** A link, or something else behind a password. */
export interface Guarded {
  /** unique among links and pages */
  id: number | string;
  passwordHash: string | null;
}

const passSeconds = 15 * 60;
/** Browsers let no answer over HTTP replace a cookie that came over HTTPS, so it needs another name. */
const cookies = { https: "signpost-pass", http: "signpost-pass-http" };
// A visitor may have a cookie for each of several links whose addresses begin alike.
const passes = new RegExp(`(?<=^|; )(?:${cookies.https}|${cookies.http})=(\\d{1,12})\\.([\\w-]{43})(?=;|$)`, "g");

/**
 * Returns the cookie for a visitor who knew the password. It is valid for a while for this link or page at `path` and
 * this password. It has `Secure` if this visit uses HTTPS: over HTTP, a browser would not send such a cookie back.
 */
export function passCookieFor(guarded: Guarded, path: string, { usesHttps }: VisitRequest): string {
  const expires = Math.floor(Date.now() / 1000) + passSeconds;
  // A `;` would end the path. The cookie's signature limits its use in any case.
  const within = path.includes(";") ? "/" : path;
  const cookie = usesHttps ? cookies.https : cookies.http;
  const parts = [`${cookie}=${expires}.${signed(guarded, expires)}`, `Path=${within}`, `Max-Age=${passSeconds}`];
  return [...parts, "HttpOnly", "SameSite=Lax", ...(usesHttps ? ["Secure"] : [])].join("; ");
}

export function hasPass(guarded: Guarded, { headers }: VisitRequest): boolean {
  for (const [, expires, signature = ""] of (headers.cookie ?? "").matchAll(passes)) {
    if (Number(expires) * 1000 < Date.now()) continue;
    if (timingSafeEqual(Buffer.from(signature), Buffer.from(signed(guarded, Number(expires))))) return true;
  }
  return false;
}

/** Returns whether a visitor comes from the password page, whose visit has been counted. */
export function comesFromPasswordPage({ headers, url }: VisitRequest): boolean {
  const { referer = "", host } = headers;
  return referer.replace(/^https?:\/\//, "") === `${host}${url}`;
}

const signed = ({ id, passwordHash }: Guarded, expires: number) =>
  Buffer.from(hmac("link-pass", `${id} ${expires} ${passwordHash}`)).toString("base64url");
