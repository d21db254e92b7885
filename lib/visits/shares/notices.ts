import { html } from "@/lib/contract/html";
import type { Answer } from "@/lib/visits/core/answer";
import { page } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";

/** Draws a message instead of statistics. */
export function notice({ t, locale }: VisitorWords, kind: "gone" | "tooMany"): Answer {
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
export function passwordPage({ t, locale }: VisitorWords, status?: number): Answer {
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
