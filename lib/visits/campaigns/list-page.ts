import { html } from "@/lib/contract/html";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { Answer } from "@/lib/visits/core/answer";
import type { Brand } from "@/lib/visits/pages/brand";
import { page } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";
import type { CampaignList } from "./list";

const style = `body{place-content:start center;grid-template-columns:minmax(0,34rem)}
ul{list-style:none;margin:20px 0 0;padding:0;display:grid;gap:10px}
li a{display:block;padding:12px 16px;border:1px solid var(--line);border-radius:8px;text-decoration:none;color:inherit}
li a:hover strong{text-decoration:underline}li span{display:block;font-size:.9rem;color:var(--dim)}nav{margin-top:20px}`;

/** Draws the list of a campaign's links. A link's title can be its destination's. */
export function listPage(
  { name, public: isPublic, owner, links, next }: CampaignList,
  brand: Brand,
  { t, locale }: VisitorWords,
): Answer {
  const items = links.map(
    ({ url, title, description }) =>
      html`
        <li>
          <a href="${url}">
            <strong>${title}</strong>
            ${description && html`<span>${description}</span>`}
            <span>${withoutScheme(url)}</span>
          </a>
        </li>`,
  );
  const by = t("list.by", { name: owner.username });
  return page({
    language: locale,
    title: name,
    brand,
    ...(isPublic && { preview: { title: name, description: by }, headers: { "X-Robots-Tag": "all" } }),
    style,
    body: html`
      <h1>${name}</h1>
      <p>${by}</p>
      ${!isPublic && html`<p>${t("list.own")}</p>`}
      ${links.length > 0 ? html`<ul>${items}</ul>` : html`<p>${t("list.none")}</p>`}
      ${next && html`<nav><a href="?page=${next}">${t("list.older")}</a></nav>`}`,
  });
}
