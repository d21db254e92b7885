import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { type Answer, textAnswer } from "./core/answer";
import type { VisitRequest } from "./core/request";

/** Addresses that browsers and phones request on their own to find a host's icon. */
const address = /^\/(?:favicon\.(?:ico|png|svg)|apple-touch-icon[\w-]*\.png)(?:\?|$)/i;

/** Redirects the addresses of icons to a branded domain's logo; null elsewhere and on the service's own hosts. */
export function answerDomainIcon({ url, method }: VisitRequest, { ownerId, theme }: DomainSnapshot): Answer | null {
  if (ownerId === null || !address.test(url)) return null;
  if (method !== "GET" && method !== "HEAD")
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  if (!theme?.logo) return nothing;
  // An icon, unlike a visit, is not counted, so it may be cached for a while.
  const headers = ["Location", new URL(theme.logo).href, "Cache-Control", "public, max-age=3600"];
  return { status: 302, headers, body: "" };
}

const nothing = textAnswer(404, "This domain has no icon.");
