import { html } from "@/lib/contract/html";
import type { Answer } from "@/lib/visits/answer";
import { type PageContent, page } from "./page";

/**
 * A page that is the same for everybody, made once: whoever scans for links is answered as cheaply as a redirect. There is
 * nothing in it that somebody sent, so nothing that could make use of a nonce it knows.
 */
function always(content: Omit<PageContent, "layout">): () => Answer {
  let answer: Answer | undefined;
  return () => {
    answer ??= page({ ...content, layout: "text" });
    return answer;
  };
}

/** Missing, private and ended links look the same to a stranger. */
export const missing = always({
  status: 404,
  title: "This link leads nowhere",
  body: html`<h1>This link leads nowhere</h1><p>It may have ended, or there may be a slip in the address.</p>`,
});

export const outage = always({
  status: 503,
  title: "Please try again soon",
  body: html`<h1>Please try again soon</h1><p>This link cannot be looked up at the moment.</p>`,
});

/** For an address that looks for links by trying. */
export const tooMany = always({
  status: 429,
  title: "Please try again soon",
  body: html`<h1>Please try again soon</h1><p>Too many links that do not exist were asked for from where you are.</p>`,
  headers: { "Retry-After": "10" },
});

/** A link that was taken from visitors says so: whoever came by it should know what it was. */
export const disabledPage = (reason: string): Answer =>
  page({
    status: 410,
    title: "This link was disabled",
    layout: "text",
    body: html`<h1>This link was disabled</h1><p>It no longer leads anywhere.</p><p class="text">${reason}</p>`,
  });
