import { timingSafeEqual } from "node:crypto";
import { createRateLimiter } from "@/lib/api/rate-limit";
import { verifyPassword } from "@/lib/auth/password";
import { hmac } from "@/lib/auth/secrets";
import { once } from "@/lib/once";
import { isOwnForm } from "@/lib/visit/own-form";
import type { VisitRequest } from "@/lib/visit/request";
import type { LinkSnapshot } from "./snapshot";

const maxFormBytes = 4096;
const passSeconds = 15 * 60;
const cookie = "signpost-pass";
const pass = new RegExp(`(?:^|; )${cookie}=(\\d{1,12})\\.([\\w-]{43})(?:;|$)`);

const limiter = () =>
  once("linkPasswordLimiter", () => createRateLimiter({ name: "link-password", points: 10, seconds: 15 * 60 }));

export interface Refusal {
  passed: false;
  status: number;
  problem: string;
}

/** Whether a form's password opens the link. Ten attempts in 15 minutes for each link and address. */
export async function checkPassword(request: VisitRequest, link: LinkSnapshot): Promise<{ passed: true } | Refusal> {
  // Other sites must not use up a visitor's attempts.
  if (!isOwnForm(request)) return { passed: false, status: 403, problem: "Please type the password on this page." };
  const password = (await request.form(maxFormBytes)).get("password") ?? "";
  const { allowed } = await limiter().consume(`${link.id}:${request.address}`);
  if (!allowed) return { passed: false, status: 429, problem: "Too many attempts. Please try again in a few minutes." };
  if (link.passwordHash && (await verifyPassword(link.passwordHash, password))) return { passed: true };
  return { passed: false, status: 403, problem: "That is not the password. Please try again." };
}

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
