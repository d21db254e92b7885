import { referrerOf } from "@/lib/clicks/enrich";
import { judgeNetworks, verdictOf } from "@/lib/clicks/judge";
import type { Visit } from "@/lib/clicks/visit";
import { html } from "@/lib/contract/html";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import type { Answer } from "@/lib/visits/answer";
import { isOwnForm } from "@/lib/visits/own-form";
import { brandOf, sign } from "@/lib/visits/pages/brand";
import { page } from "@/lib/visits/pages/page";
import { visitorWords } from "@/lib/visits/pages/words";
import type { VisitRequest } from "@/lib/visits/request";

// Links of which only so many visits are let through: these must be those that the statistics count.

const maxFormBytes = 16 * 1024;
const field = "signpost-open";

/**
 * Whether the statistics would not count a visit with a browser's agent as a person's, by its headers, its network or its
 * referrer. Scanners of mail look like that, and so does a person behind a VPN: a button tells them apart.
 */
export function isInDoubt(visit: Visit): boolean {
  judgeNetworks();
  return verdictOf({ ...visit, head: false }, referrerOf(visit.referrer)) !== null;
}

/** Asks whoever may be a program to press a button. Nothing is let through, and the destination is not named. */
export function buttonPage(domain: DomainSnapshot, request: VisitRequest): Answer {
  const { t, locale } = visitorWords(request);
  return page({
    language: locale,
    title: t("limited.title"),
    brand: brandOf(domain),
    body: html`
      <div class="said">${sign("lock")}<h1>${t("limited.title")}</h1><p>${t("limited.text")}</p></div>
      <form method="post">
        <input type="hidden" name="${field}" value="1">
        <button>${t("limited.open")}</button>
      </form>`,
    // Browsers apply it to the redirect that follows the form as well.
    policy: { "form-action": "http: https:" },
  });
}

/** What was posted to a limited link: whether that button was pressed, and the request with its form to be read again. */
export async function readPress(request: VisitRequest): Promise<{ pressed: boolean; request: VisitRequest }> {
  const form = await request.form(maxFormBytes);
  const again: VisitRequest = Object.create(request, { form: { value: async () => form } });
  return { pressed: isOwnForm(request) && form.has(field), request: again };
}
