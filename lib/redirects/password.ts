import { createRateLimiter } from "@/lib/api/rate-limit";
import { verifyPassword } from "@/lib/auth/password";
import { once } from "@/lib/once";
import { isOwnForm } from "@/lib/visit/own-form";
import type { VisitRequest } from "@/lib/visit/request";
import type { LinkSnapshot } from "./snapshot";

const maxFormBytes = 4096;

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
