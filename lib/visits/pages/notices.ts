import { html } from "@/lib/contract/html";
import { byteBoundCache } from "@/lib/platform/byte-bound-cache";
import { processSingleton } from "@/lib/platform/singleton";
import { disabledReasonIn } from "@/lib/resources/links/disabled-reason";
import type { Answer } from "@/lib/visits/answer";
import { type Branded, brandOf, sign, type Words, wordsFor } from "./brand";
import { type PageContent, page } from "./page";
import { type Asking, type VisitorWords, visitorWords } from "./words";

interface Notice extends Words {
  status: number;
  sign: Parameters<typeof sign>[0];
  headers?: Record<string, string>;
}

type Place = Branded | null | undefined;

/** A sign, a heading and a sentence. */
const parts = (
  { sign: name, title, message, ...answer }: Notice,
  domain: Place,
  { locale }: VisitorWords,
): PageContent => ({
  ...answer,
  language: locale,
  title,
  body: html`<div class="said">${sign(name)}<h1>${title}</h1>${message && html`<p class="kept">${message}</p>`}</div>`,
  brand: brandOf(domain),
  layout: "text",
});

interface Drawn {
  /** as it was then: what has been changed since is another */
  domain: Branded | null;
  answer: Answer;
}

const drawn = () => processSingleton("drawnNotices", () => byteBoundCache<Drawn>("notices", 5_000));

/**
 * A page that is the same for everybody who reads its language, drawn once for each domain while there is room: whoever
 * scans for links is answered as cheaply as a redirect. There is nothing in it that a visitor sent, so nothing that could
 * make use of a nonce it knows.
 */
function always(name: string, content: (domain: Place, words: VisitorWords) => PageContent) {
  return (domain: Place, request: Asking): Answer => {
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

/** Missing, private and ended links look the same to a stranger, unless the owner has words for those that ended. */
export const missing = always("missing", missingParts);

/** What a link that has ended says where its domain's owner has written that; null where it looks as if it were missing. */
export function endedParts(domain: Branded, words: VisitorWords): PageContent | null {
  const own = domain.theme?.ended;
  return own ? parts({ status: 410, sign: "clock", message: null, ...own }, domain, words) : null;
}

export function endedOn(domain: Branded, request: Asking): Answer | null {
  const content = endedParts(domain, visitorWords(request));
  return content && page(content);
}

export const outage = always("outage", (domain, words) => {
  const { t } = words;
  return parts({ status: 503, sign: "clock", title: t("outage.title"), message: t("outage.text") }, domain, words);
});

/** For an address that looks for links by trying. */
export const tooMany = always("too many", (domain, words) => {
  const said = { title: words.t("tooMany.title"), message: words.t("tooMany.text") };
  return parts({ status: 429, sign: "stop", ...said, headers: { "Retry-After": "10" } }, domain, words);
});

/**
 * A link that was taken from visitors says so: whoever came by it should know what it was. That is not for the domain's
 * owner to say in other words.
 */
export function disabledPage(reason: string, domain: Place, request: Asking): Answer {
  const { t, locale } = visitorWords(request);
  const title = t("disabled.title");
  return page({
    status: 410,
    language: locale,
    title,
    brand: brandOf(domain),
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
