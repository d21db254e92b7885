import { parseUrl } from "@/lib/contract/url";
import type { VisitRequest } from "./request";

/**
 * Whether a form was sent from a page of this host, or by a program that is no browser and so has no cookies of
 * anybody's. Browsers say where a form comes from, and no page can make them say otherwise.
 */
export function isOwnForm({ headers }: Pick<VisitRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = headers;
  return origin === undefined || parseUrl(origin)?.host === headers.host;
}
