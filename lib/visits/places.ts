import { sessionCookieName, sessionOfToken } from "@/lib/auth/session-token";
import { foldAlias } from "@/lib/contract/alias";
import { maxInteger } from "@/lib/contract/fields";
import { html } from "@/lib/contract/html";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { cookieOf } from "@/lib/platform/network/cookie";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { type CampaignList, campaignList } from "@/lib/visits/campaigns/list";
import { type Brand, brandFor } from "@/lib/visits/pages/brand";
import { missing } from "@/lib/visits/pages/notices";
import { page } from "@/lib/visits/pages/page";
import { type VisitorWords, visitorWords } from "@/lib/visits/pages/words";
import { answerBio } from "./bio-pages/answer";
import { answerRotator } from "./campaigns/rotator-answer";
import { type Answer, type MaybeAnswer, textAnswer } from "./core/answer";
import { pathWithoutTail } from "./core/path";
import type { VisitRequest } from "./core/request";

/**
 * Answers a visit to a campaign's list. A private list is only shown to its owner; others get the page for missing
 * links.
 */
async function answerList(
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
  const token = cookieOf(request, sessionCookieName());
  const session = token ? await sessionOfToken(token) : null;
  return session?.actor.userId === userId;
}

type Place = (request: VisitRequest, name: string, rest: string | undefined, domain: DomainSnapshot) => Promise<Answer>;

/** Pages for visitors other than links and QR codes. */
const places: [address: RegExp, answer: Place][] = [
  [/^\/b\/([^/]+)(?:\/([\w-]{8}))?$/, answerBio],
  [/^\/r\/([^/]+)$/, answerRotator],
  [/^\/u\/([^/]+)\/([1-9]\d{0,9})$/, answerList],
];

/** Rarely used pages by the beginning of their address. Their code is loaded on demand, and they accept forms. */
const rarePages: [beginning: string, answer: (request: VisitRequest) => Promise<Answer>][] = [
  ["/share/", async (request) => (await import("./shares/answer")).answerShare(request)],
  ["/embed/", async (request) => (await import("./conversions/script")).answerEmbedded(request)],
  ["/account/unsubscribe/", async (request) => (await import("./unsubscribe")).answerUnsubscribe(request)],
];

/** Answers bio pages (`/b/…`), rotators (`/r/…`), lists of campaigns (`/u/…`) and rarely used pages; null elsewhere. */
export function answerOtherPage(request: VisitRequest, domain: DomainSnapshot): MaybeAnswer {
  const [path = ""] = request.url.split("?", 1);
  const answered = rarePages.find(([beginning]) => path.startsWith(beginning))?.[1];
  if (!answered && !/^\/[bru]\//.test(path)) return null;
  const posted = request.method === "POST" && answered;
  if (request.method !== "GET" && request.method !== "HEAD" && !posted)
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  if (answered) return answered(request);
  const named = pathWithoutTail(path);
  for (const [address, answer] of places) {
    const [, part, rest] = address.exec(named) ?? [];
    const name = part && decoded(part);
    if (name) return answer(request, name, rest, domain);
  }
  return missing(domain, request);
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

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
