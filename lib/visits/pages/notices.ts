import { type Html, html } from "@/lib/contract/html";
import { byteBoundCache } from "@/lib/platform/cache/byte-bound-cache";
import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import { disabledReasonIn } from "@/lib/resources/links/disabled-reason";
import type { Answer } from "@/lib/visits/core/answer";
import { type Branded, readBrand, sign, type Words, wordsFor } from "./brand";
import { type PageContent, page } from "./page";
import { type LanguageRequest, type VisitorWords, visitorWords } from "./words";

interface Notice extends Words {
  status: number;
  sign: Parameters<typeof sign>[0];
  headers?: Record<string, string>;
}

type Place = Branded | null | undefined;

/** Draws a sign, a heading and a sentence. */
const parts = (
  { sign: name, title, message, ...answer }: Notice,
  domain: Place,
  { locale }: VisitorWords,
): PageContent => ({
  ...answer,
  language: locale,
  title,
  body: html`<div class="said">${sign(name)}<h1>${title}</h1>${message && html`<p class="kept">${message}</p>`}</div>`,
  brand: readBrand(domain),
  layout: "text",
});

interface Drawn {
  /** the domain when the page was drawn; a changed domain is another object */
  domain: Branded | null;
  answer: Answer;
}

const drawn = () => processSingleton("drawnNotices", () => byteBoundCache<Drawn>("notices", 5_000));

/**
 * A page that is the same for everyone with the same language. It is cached for each domain while there is space, so
 * that answering a scan for links costs as little as a redirect. It contains nothing from the visitor, so its reused
 * nonce cannot be exploited.
 */
function always(name: string, content: (domain: Place, words: VisitorWords) => PageContent) {
  return (domain: Place, request: LanguageRequest): Answer => {
    const words = visitorWords(request);
    const owned = domain && domain.ownerId !== null ? domain : null;
    const key = `${name} ${words.locale} ${owned?.origin ?? ""}`;
    const known = drawn().get(key);
    if (known?.domain === owned) return known.answer;
    const answer = page(content(owned, words));
    drawn().set(key, { domain: owned, answer });
    return answer;
  };
}

export function missingParts(domain: Place, words: VisitorWords): PageContent {
  const own = { title: words.t("missing.title"), message: words.t("missing.text") };
  return parts({ status: 404, sign: "broken", ...wordsFor(domain, "missing", own) }, domain, words);
}

/** Missing, private and expired links look the same to strangers, unless the owner wrote a text for expired links. */
export const missing = always("missing", missingParts);

/**
 * The page of an expired link with the text of its domain's owner; null without such a text, when the link looks
 * missing.
 */
export function endedParts(domain: Branded, words: VisitorWords): PageContent | null {
  const own = domain.theme?.ended;
  return own ? parts({ status: 410, sign: "clock", message: null, ...own }, domain, words) : null;
}

export function endedOn(domain: Branded, request: LanguageRequest): Answer | null {
  const content = endedParts(domain, visitorWords(request));
  return content && page(content);
}

export const outage = always("outage", (domain, words) => {
  const { t } = words;
  return parts({ status: 503, sign: "clock", title: t("outage.title"), message: t("outage.text") }, domain, words);
});

/** For a page of this service that no process can draw at the moment. */
export const pagesBusy = always("pages busy", (domain, words) => {
  const said = { title: words.t("pages.busy.title"), message: words.t("pages.busy.text") };
  return parts({ status: 503, sign: "clock", ...said, headers: { "Retry-After": "5" } }, domain, words);
});

/** For a network that opens too many pages without being logged in. */
export const tooManyPages = always("too many pages", (domain, words) => {
  const said = { title: words.t("pages.tooMany.title"), message: words.t("pages.tooMany.text") };
  return parts({ status: 429, sign: "stop", ...said, headers: { "Retry-After": "60" } }, domain, words);
});

/** For a network that guesses the addresses of links. */
export const tooMany = always("too many", (domain, words) => {
  const said = { title: words.t("tooMany.title"), message: words.t("tooMany.text") };
  return parts({ status: 429, sign: "stop", ...said, headers: { "Retry-After": "10" } }, domain, words);
});

/**
 * The page of a disabled link says that it is disabled and why, so that people who find it know. The domain's owner
 * cannot change this text.
 */
export function disabledPage(reason: string, domain: Place, request: LanguageRequest): Answer {
  const words = visitorWords(request);
  const { t, locale } = words;
  const title = t("disabled.title");
  return page({
    status: 410,
    footer: abuseContact(words),
    language: locale,
    title,
    brand: readBrand(domain),
    layout: "text",
    body: html`
      <div class="said">
        ${sign("stop")}
        <h1>${title}</h1>
        <p>${t("disabled.text")}</p>
        <p class="text">${disabledReasonIn(locale, reason)}</p>
      </div>`,
  });
}

/** Returns the sentence with ABUSE_CONTACT; nothing without one. */
export function abuseContact({ t }: VisitorWords): Html | undefined {
  const { ABUSE_CONTACT: address } = env;
  if (!address) return undefined;
  const named = address.replace(/^(?:mailto:|https:\/\/)/, "");
  return html`<p class="contact">${t("abuseContact")} <a href="${address}" rel="nofollow">${named}</a></p>`;
}
