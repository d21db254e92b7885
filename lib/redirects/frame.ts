import type { Answer } from "@/lib/visit/answer";
import { html } from "@/lib/visit/html";
import { page } from "@/lib/visit/page";
import { aboutLink } from "./pages";
import type { LinkSnapshot } from "./snapshot";

const style = `iframe{display:block;width:100%;height:100%;border:0}
.full footer{position:fixed;right:8px;bottom:8px;padding:2px 10px;border:1px solid var(--line);border-radius:12px;background:var(--card)}`;

/** The page at `to`, under the short link's own address and title. */
export function framePage(link: LinkSnapshot, to: string): Answer {
  const title = titleOf(link, to);
  return page({
    title,
    layout: "full",
    preview: { title, description: link.metaDescription, image: link.metaImage },
    body: html`<iframe src="${to}" title="${title}" allow="fullscreen"></iframe>`,
    footer: aboutLink(link),
    style,
    // Where the destination goes on to is its own business.
    policy: { "frame-src": "http: https:" },
  });
}

export const titleOf = ({ metaTitle, title }: LinkSnapshot, to: string) => metaTitle || title || new URL(to).host;
