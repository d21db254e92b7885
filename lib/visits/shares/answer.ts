import { html } from "@/lib/contract/html";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { type Answer, redirectTo } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { missLimiter } from "@/lib/visits/core/snapshot-cache";
import { checkPassword } from "@/lib/visits/links/password";
import { hasPass, passCookieFor } from "@/lib/visits/links/password-cookie";
import { page } from "@/lib/visits/pages/page";
import { type VisitorWords, visitorWords } from "@/lib/visits/pages/words";
import { sharePage } from "./page";
import { type Days, periods, readSharedFigures, shareAt } from "./share";

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
  if (share.passwordHash === null) return sharePage(words, share, await readSharedFigures(share, days), days);

  const guarded = { id: `share-${share.id}`, passwordHash: share.passwordHash };
  // Visitors who keep the page open are not asked for the password again.
  const withPass = (answer: Answer): Answer => ({
    ...answer,
    headers: [...answer.headers, "Set-Cookie", passCookieFor(guarded, path, request)],
  });
  if (hasPass(guarded, request)) return withPass(sharePage(words, share, await readSharedFigures(share, days), days));
  if (request.method !== "POST") return passwordPage(words);
  const attempt = await checkPassword(request, guarded);
  return attempt.passed ? withPass(redirectTo(request.url, 303)) : passwordPage(words, attempt.status);
}

function daysIn(query: string | undefined): Days {
  const days = Number(new URLSearchParams(query).get("days"));
  return periods.find((one) => one === days) ?? 30;
}

/** Draws a message instead of statistics. */
function notice({ t, locale }: VisitorWords, kind: "gone" | "tooMany"): Answer {
  const title = t(`share.${kind}`);
  return page({
    status: kind === "gone" ? 404 : 429,
    language: locale,
    title,
    layout: "text",
    body: html`<h1>${title}</h1><p>${t(`share.${kind}Text`)}</p>`,
    headers: kind === "tooMany" ? { "Retry-After": "60" } : {},
  });
}

/** Asks for the password; `status` is that of a failed attempt. */
function passwordPage({ t, locale }: VisitorWords, status?: number): Answer {
  const problem = status && t(status === 403 ? "share.wrong" : status === 429 ? "share.tooManyAttempts" : "share.busy");
  const invalid = problem && html` aria-describedby="problem" aria-invalid="true"`;
  return page({
    status,
    language: locale,
    title: t("share.locked"),
    body: html`
      <h1>${t("share.locked")}</h1>
      <p>${t("share.lockedText")}</p>
      <form method="post">
        <label for="password">${t("share.password")}</label>
        <input id="password" name="password" type="password" required autofocus autocomplete="off"${invalid}>
        ${problem && html`<p class="bad" role="alert" id="problem">${problem}</p>`}
        <button>${t("share.open")}</button>
      </form>`,
    policy: { "form-action": "'self'" },
  });
}
