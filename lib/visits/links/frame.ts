import { html } from "@/lib/contract/html";
import { publicFacts } from "@/lib/resources/links/routing/public-facts";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import type { Answer } from "@/lib/visits/core/answer";
import type { Layer } from "@/lib/visits/pages/layer";
import type { PagePixels } from "@/lib/visits/pages/page";
import { page } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";
import { aboutLink } from "./pages";

const style = `iframe{display:block;width:100%;height:100%;border:0}
.full footer{position:fixed;right:8px;bottom:8px;padding:2px 10px;border:1px solid var(--line);border-radius:12px;background:var(--card)}`;

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

export const titleOf = ({ metaTitle, title }: LinkSnapshot, to: string) => metaTitle || title || new URL(to).host;
