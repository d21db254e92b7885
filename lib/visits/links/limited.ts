import { readReferrer } from "@/lib/clicks/classify/enrich";
import { judgeNetworks, verdictOf } from "@/lib/clicks/classify/judge";
import type { Visit } from "@/lib/clicks/classify/visit";
import { html } from "@/lib/contract/html";
import { statement, transaction } from "@/lib/platform/database/statement";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import type { Answer } from "@/lib/visits/core/answer";
import { isSameOriginForm, type VisitRequest } from "@/lib/visits/core/request";
import { readBrand, sign } from "@/lib/visits/pages/brand";
import { page } from "@/lib/visits/pages/page";
import { visitorWords } from "@/lib/visits/pages/words";

// Links with a click limit must admit exactly the visits that statistics count.

const maxFormBytes = 16 * 1024;
const field = "signpost-open";

/**
 * Returns whether statistics would count a visit with a browser's user agent as a bot's because of its headers, network
 * or referrer. Mail scanners look like this, and so does a person behind a VPN. Only a person presses the button.
 */
export function mayBeBot(visit: Visit): boolean {
  judgeNetworks();
  return verdictOf({ ...visit, head: false }, readReferrer(visit.referrer)) !== null;
}

/** Asks a visitor who may be a bot to press a button. No click is used, and the page does not name the destination. */
export function confirmVisitPage(domain: DomainSnapshot, request: VisitRequest): Answer {
  const { t, locale } = visitorWords(request);
  return page({
    language: locale,
    title: t("limited.title"),
    brand: readBrand(domain),
    body: html`
      <div class="said">${sign("lock")}<h1>${t("limited.title")}</h1><p>${t("limited.text")}</p></div>
      <form method="post">
        <input type="hidden" name="${field}" value="1">
        <button>${t("limited.open")}</button>
      </form>`,
    // Browsers also apply it to the redirect after the form.
    policy: { "form-action": "http: https:" },
  });
}

/**
 * Returns whether the form that was posted to a link with a click limit came from that button, and the request with a
 * form that can be read again.
 */
export async function readButtonForm(request: VisitRequest): Promise<{ pressed: boolean; request: VisitRequest }> {
  const form = await request.form(maxFormBytes);
  const again: VisitRequest = Object.create(request, { form: { value: async () => form } });
  return { pressed: isSameOriginForm(request) && form.has(field), request: again };
}

/**
 * Takes one of a link's clicks; returns false if none is left. A single conditional UPDATE admits exactly `click_limit`
 * visits, even if many arrive at once on several machines.
 */
export async function takeVisit(linkId: number): Promise<boolean> {
  const [taken] = await transaction([
    [
      `UPDATE links SET click_limit_used = click_limit_used + 1
        WHERE id = $1 AND (click_limit IS NULL OR click_limit_used < click_limit) RETURNING id`,
      [linkId],
    ],
  ]);
  return taken?.length === 1;
}

/** Returns whether a link has clicks left, without taking one. */
export async function hasVisits(linkId: number): Promise<boolean> {
  const left = await statement(
    "SELECT 1 FROM links WHERE id = $1 AND (click_limit IS NULL OR click_limit_used < click_limit)",
    [linkId],
    { quick: "visitor" },
  );
  return left.length === 1;
}
