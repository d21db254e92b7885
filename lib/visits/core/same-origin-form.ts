import { parseUrl } from "@/lib/contract/url";
import type { VisitRequest } from "./request";

/**
 * Returns whether a form was sent from a page of this host, or by a program that is not a browser and sends no cookies.
 * Browsers report where a form comes from, and pages cannot change that.
 */
export function isSameOriginForm({ headers }: Pick<VisitRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = headers;
  return origin === undefined || parseUrl(origin)?.host === headers.host;
}
