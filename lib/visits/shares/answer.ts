import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { type Answer, redirectTo } from "@/lib/visits/core/answer";
import { missLimiter } from "@/lib/visits/core/miss-limiter";
import type { VisitRequest } from "@/lib/visits/core/request";
import { checkPassword } from "@/lib/visits/links/password";
import { hasPass, passCookieFor } from "@/lib/visits/links/password-cookie";
import { visitorWords } from "@/lib/visits/pages/words";
import { type Days, figuresOf, periods } from "./figures";
import { notice, passwordPage } from "./notices";
import { sharePage } from "./page";
import { shareAt } from "./share";

const limiter = () =>
  processSingleton("shareLimiter", () => createRateLimiter({ name: "share", points: 120, seconds: 60 }));

/** Answers `/share/<token>`: statistics that anyone with the address can see. Nothing is counted. */
export async function answerShare(request: VisitRequest): Promise<Answer> {
  const words = visitorWords(request);
  const { allowed } = await limiter().consume({ address: request.address });
  if (!allowed) return notice(words, "tooMany");
  const [path = "", query] = request.url.split("?", 2);
  const token = /^\/share\/([\w-]{32})$/.exec(path)?.[1];
  missLimiter().check(request);
  const share = token ? await shareAt(token) : null;
  if (!share) {
    missLimiter().miss(request);
    return notice(words, "gone");
  }
  const days = daysIn(query);
  if (share.passwordHash === null) return sharePage(words, share, await figuresOf(share, days), days);

  const guarded = { id: `share-${share.id}`, passwordHash: share.passwordHash };
  // Visitors who keep the page open are not asked for the password again.
  const withPass = (answer: Answer): Answer => ({
    ...answer,
    headers: [...answer.headers, "Set-Cookie", passCookieFor(guarded, path, request)],
  });
  if (hasPass(guarded, request)) return withPass(sharePage(words, share, await figuresOf(share, days), days));
  if (request.method !== "POST") return passwordPage(words);
  const attempt = await checkPassword(request, guarded);
  return attempt.passed ? withPass(redirectTo(request.url, 303)) : passwordPage(words, attempt.status);
}

function daysIn(query: string | undefined): Days {
  const days = Number(new URLSearchParams(query).get("days"));
  return periods.find((one) => one === days) ?? 30;
}
