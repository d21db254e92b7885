import { html } from "@/lib/contract/html";
import type { Answer } from "@/lib/visits/answer";
import { type Branded, brandOf, sign, type Words, wordsFor } from "./brand";
import { type PageContent, page } from "./page";

interface Notice extends Words {
  status: number;
  sign: Parameters<typeof sign>[0];
  headers?: Record<string, string>;
}

/** A sign, a heading and a sentence. */
const parts = ({ sign: name, title, message, ...answer }: Notice, domain?: Branded | null): PageContent => ({
  ...answer,
  title,
  body: html`<div class="said">${sign(name)}<h1>${title}</h1>${message && html`<p class="kept">${message}</p>`}</div>`,
  brand: brandOf(domain),
  layout: "text",
});

/**
 * A page that is the same for everybody, made once: whoever scans for links is answered as cheaply as a redirect. There is
 * nothing in it that somebody sent, so nothing that could make use of a nonce it knows. On an owner's domain it is drawn
 * for each visit: there is no end of domains.
 */
function always(content: (domain?: Branded | null) => PageContent): (domain?: Branded | null) => Answer {
  let answer: Answer | undefined;
  return (domain) => {
    if (domain && domain.ownerId !== null) return page(content(domain));
    answer ??= page(content());
    return answer;
  };
}

export function missingParts(domain?: Branded | null): PageContent {
  const own = {
    title: "This link leads nowhere",
    message: "It may have ended, or there may be a slip in the address.",
  };
  return parts({ status: 404, sign: "broken", ...wordsFor(domain, "missing", own) }, domain);
}

/** Missing, private and ended links look the same to a stranger, unless the owner has words for those that ended. */
export const missing = always(missingParts);

/** What a link that has ended says where its domain's owner has written that; null where it looks as if it were missing. */
export function endedParts(domain: Branded): PageContent | null {
  const words = domain.theme?.ended;
  return words ? parts({ status: 410, sign: "clock", message: null, ...words }, domain) : null;
}

export function endedOn(domain: Branded): Answer | null {
  const content = endedParts(domain);
  return content && page(content);
}

const soon = "Please try again soon";

export const outage = always((domain) =>
  parts({ status: 503, sign: "clock", title: soon, message: "This link cannot be looked up at the moment." }, domain),
);

/** For an address that looks for links by trying. */
export const tooMany = always((domain) =>
  parts(
    {
      status: 429,
      sign: "stop",
      title: soon,
      message: "Too many links that do not exist were asked for from where you are.",
      headers: { "Retry-After": "10" },
    },
    domain,
  ),
);

/**
 * A link that was taken from visitors says so: whoever came by it should know what it was. That is not for the domain's
 * owner to say in other words.
 */
export const disabledPage = (reason: string, domain?: Branded | null): Answer =>
  page({
    status: 410,
    title: "This link was disabled",
    brand: brandOf(domain),
    layout: "text",
    body: html`
      <div class="said">
        ${sign("stop")}
        <h1>This link was disabled</h1>
        <p>It no longer leads anywhere.</p>
        <p class="text">${reason}</p>
      </div>`,
  });
