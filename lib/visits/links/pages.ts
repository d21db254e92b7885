import { html } from "@/lib/contract/html";
import { publicFacts } from "@/lib/resources/links/routing/public-facts";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import type { Answer } from "@/lib/visits/core/answer";
import { type Branded, readBrand, sign, wordsFor } from "@/lib/visits/pages/brand";
import { type Layer, type PageContent, type PagePixels, type Preview, page } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";
import type { Refusal } from "./password";

/** Asks for a link's password. */
export function passwordPage(
  link: Pick<LinkSnapshot, "alias">,
  domain: Branded,
  words: VisitorWords,
  { status, problem }: Partial<Refusal> = {},
): Answer {
  return page({
    ...passwordParts(domain, words, { problem, autofocus: true }),
    status,
    brand: readBrand(domain),
    footer: aboutLink(link, words),
    // Browsers also apply it to the redirect after the form.
    policy: { "form-action": "http: https:" },
  });
}

export function passwordParts(
  domain: Pick<Branded, "theme">,
  { t, locale }: VisitorWords,
  { problem, autofocus = false }: { problem?: string; autofocus?: boolean } = {},
): Pick<PageContent, "language" | "title" | "body"> {
  const invalid = problem && html` aria-describedby="problem" aria-invalid="true"`;
  const own = { title: t("password.heading"), message: t("password.text") };
  const { title, message } = wordsFor(domain, "password", own);
  return {
    language: locale,
    title: t("password.title"),
    body: html`
      <div class="said">${sign("lock")}<h1>${title}</h1>${message && html`<p class="kept">${message}</p>`}</div>
      <form method="post">
        <label for="password">${t("password.label")}</label>
        <input id="password" name="password" type="password" required autocomplete="off"${autofocus && html` autofocus`}${invalid}>
        ${problem && html`<p class="bad" role="alert" id="problem">${problem}</p>`}
        <button>${t("password.open")}</button>
      </form>`,
  };
}

export const hasPreview = ({ metaTitle, metaDescription, metaImage }: LinkSnapshot) =>
  metaTitle !== null || metaDescription !== null || metaImage !== null;

/** Returns the page for a bot if the link has its own preview or a click limit. */
export function previewPage(
  { metaTitle, metaDescription, metaImage }: LinkSnapshot,
  { t, locale }: VisitorWords,
  imageSize: Preview["imageSize"] = null,
): Answer {
  const title = metaTitle ?? t("preview");
  return page({
    language: locale,
    title,
    preview: { title, description: metaDescription, image: metaImage, imageSize },
    body: html`<h1>${title}</h1><p>${metaDescription}</p>`,
  });
}

/** Returns a link to the page that shows where a short link leads, and accepts reports. */
export const aboutLink = ({ alias }: Pick<LinkSnapshot, "alias">, { t }: VisitorWords) =>
  html`<a href="/${encodeURI(alias)}+" rel="nofollow">${t("about.link")}</a>`;

const style = `iframe{display:block;width:100%;height:100%;border:0}
.full footer{position:fixed;right:8px;bottom:8px;padding:2px 10px;border:1px solid var(--line);border-radius:10px;background:var(--card)}`;

interface Over {
  layer?: Layer;
  pixels?: PagePixels | null;
}

/**
 * Draws the page at `to` in a frame, under the short link's own address and title, with `layer` over it. Without `to`,
 * the page is for someone who may not have been admitted.
 */
export function framePage(link: LinkSnapshot, to: string | null, words: VisitorWords, { layer, pixels }: Over): Answer {
  const title = to === null ? nameForStrangers(link) : titleOf(link, to);
  return page({
    language: words.locale,
    title,
    layout: "full",
    preview: { title, description: link.metaDescription, image: link.metaImage },
    body: html`${to && html`<iframe src="${to}" title="${title}" allow="fullscreen"></iframe>`}${layer?.body}`,
    footer: aboutLink(link, words),
    style: style + (layer?.style ?? ""),
    script: layer?.script,
    // Allows every host, because the destination may redirect anywhere.
    pixels,
    policy: { "frame-src": "http: https:", ...layer?.policy },
  });
}

const nameForStrangers = (link: LinkSnapshot) =>
  link.metaTitle || (publicFacts(link).title && link.title) || link.alias;

const titleOf = ({ metaTitle, title }: LinkSnapshot, to: string) => metaTitle || title || new URL(to).host;
