import type { Messages } from "@/generated/messages";
import { verifyPassword } from "@/lib/auth/password";
import { AppError } from "@/lib/contract/errors";
import { refusalIn } from "@/lib/contract/refusals";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { isSameOriginForm, type VisitRequest } from "@/lib/visits/core/request";
import { visitorWords } from "@/lib/visits/pages/words";
import type { Guarded } from "./password-cookie";

const maxFormBytes = 4096;

/**
 * Limits wrong passwords for a link: those from one network, and all of them, because an attacker may have many
 * networks.
 */
const limiters = () =>
  processSingleton("linkPasswordLimiters", () => ({
    network: createRateLimiter({ name: "link-password", points: 10, seconds: 15 * 60 }),
    link: createRateLimiter({ name: "link-password-anywhere", points: 100, seconds: 60 * 60 }),
  }));

export interface Refusal {
  passed: false;
  status: number;
  problem: string;
}

type Problem = keyof Messages["visitors"]["password"]["problems"];

/**
 * Returns whether a form's password opens the link. Within 15 minutes, ten wrong ones are allowed from one network, and
 * within an hour a hundred for the link. Each attempt is charged before it is checked, so many at once gain nothing.
 */
export async function checkPassword(request: VisitRequest, link: Guarded): Promise<{ passed: true } | Refusal> {
  const { t, locale } = visitorWords(request);
  const refusePassword = (status: number, problem: Problem): Refusal => ({
    passed: false,
    status,
    problem: t(`password.problems.${problem}`),
  });
  // Other sites must not use up a visitor's attempts.
  if (!isSameOriginForm(request)) return refusePassword(403, "elsewhere");
  const password = (await request.form(maxFormBytes)).get("password") ?? "";
  const { network, link: anywhere } = limiters();
  const there = { address: request.address, with: link.id };
  const everywhere = String(link.id);
  if (!(await network.consume(there)).allowed) return refusePassword(429, "tooMany");
  if (!(await anywhere.consume(everywhere)).allowed) return refusePassword(429, "tooManyAnywhere");
  const giveBack = () => Promise.all([network.refund(there), anywhere.refund(everywhere)]);
  try {
    if (!link.passwordHash || !(await verifyPassword(link.passwordHash, password))) return refusePassword(403, "wrong");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await giveBack();
    return { passed: false, status: 503, problem: refusalIn(locale, error) };
  }
  await giveBack();
  return { passed: true };
}
