import { sessionCookieName, sessionOfToken } from "@/lib/auth/session-rows";
import { foldAlias } from "@/lib/contract/alias";
import { maxInteger } from "@/lib/contract/fields";
import { html } from "@/lib/contract/html";
import { withoutScheme } from "@/lib/contract/readable-url";
import { db } from "@/lib/platform/database/db";
import { readCookie } from "@/lib/platform/network/cookie";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { publicFacts } from "@/lib/resources/links/routing/public-facts";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { Answer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { type Brand, brandFor } from "@/lib/visits/pages/brand";
import { missing } from "@/lib/visits/pages/notices";
import { page } from "@/lib/visits/pages/page";
import { type VisitorWords, visitorWords } from "@/lib/visits/pages/words";

/**
 * Answers a visit to a campaign's list. A private list is only shown to its owner; others get the page for missing
 * links.
 */
export async function answerList(
  request: VisitRequest,
  username: string,
  id: string | undefined,
  domain: DomainSnapshot,
): Promise<Answer> {
  const number = Number(id);
  const list = number <= maxInteger ? await campaignList(number, pageIn(request.url)) : null;
  if (!list || foldAlias(list.owner.username) !== foldAlias(username)) return missing(domain, request);
  return list.public || (await isFrom(request, list.owner.id))
    ? listPage(list, brandFor(domain, list.owner.id), visitorWords(request))
    : missing(domain, request);
}

function pageIn(url: string): number {
  const page = new URLSearchParams(url.split("?")[1]).get("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** Returns whether the visitor is logged in as this user. */
async function isFrom(request: VisitRequest, userId: number): Promise<boolean> {
  const token = readCookie(request, sessionCookieName());
  const session = token ? await sessionOfToken(token) : null;
  return session?.actor.userId === userId;
}

const style = `body{place-content:start center;grid-template-columns:minmax(0,34rem)}
ul{list-style:none;margin:20px 0 0;padding:0;display:grid;gap:10px}
li a{display:block;padding:12px 16px;border:1px solid var(--line);border-radius:6px;text-decoration:none;color:inherit}
li a:hover strong{text-decoration:underline}li span{display:block;font-size:13px;color:var(--dim)}nav{margin-top:20px}`;

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

const perPage = 50;

/** The contents of a campaign's list. */
interface CampaignList {
  name: string;
  public: boolean;
  owner: { id: number; username: string };
  links: { url: string; title: string; description: string | null }[];
  /** the next page; null if there is none */
  next: number | null;
}

/** Returns a page of a campaign's active links, newest first; null if there is no such campaign. */
export async function campaignList(id: number, page: number): Promise<CampaignList | null> {
  const campaign = await db.campaign.findUnique({
    where: { id, user: { deletion: null } },
    include: { user: { select: { id: true, username: true } } },
  });
  if (!campaign) return null;
  const links = await db.link.findMany({
    where: {
      campaignId: id,
      status: "public",
      archived: false,
      disabled: null,
      domain: { status: "active" },
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
        { OR: [{ clickLimit: null }, { clickLimitUsed: { lt: db.link.fields.clickLimit } }] },
      ],
    },
    include: { domain: true },
    orderBy: { id: "desc" },
    skip: (page - 1) * perPage,
    take: perPage + 1,
  });
  return {
    name: campaign.name,
    public: campaign.public,
    owner: campaign.user,
    links: links.slice(0, perPage).map((link) => {
      const url = shortUrlOf(link);
      const shows = publicFacts({ ...link, isPrivate: link.status === "private" }).title;
      const name = shows ? link.title || new URL(link.destination).host : withoutScheme(url);
      return { url, title: link.metaTitle ?? name, description: link.metaDescription };
    }),
    next: links.length > perPage ? page + 1 : null,
  };
}
