import { applicationPages } from "@/generated/page-routes";
import { parseUrl } from "@/lib/contract/url";

/** Returns the path of the log-in, which continues to `next` if it is a page of the application. */
export function logInPath(next?: string | null): string {
  const page = readNextPage(next);
  return page ? `/login?next=${encodeURIComponent(page)}` : "/login";
}

const HOME = "/dashboard";

/** Longer addresses lose their query, because cookies keep them while people log in. */
const MOST_CHARACTERS = 400;

/** IDs, tokens and names in paths consist of these characters, which have no special meaning in addresses. */
const parameter = String.raw`[\w-]+`;
// The first page of all may be a visitors' page, or redirect to another site.
const pages = new RegExp(
  `^(?:${applicationPages
    .filter((path) => path !== "/")
    .map((path) => path.replace(/:\w+/g, parameter))
    .join("|")})$`,
);

/**
 * Returns the page of the application that an address from a request leads to; undefined if it is none. The path has to
 * be spelled exactly as a page's route, so that no browser or proxy can find another site, a short link or the API in
 * it.
 */
export function readNextPage(wanted: unknown): string | undefined {
  if (typeof wanted !== "string") return undefined;
  const [path = ""] = wanted.split(/[?#]/, 1);
  if (path.length > MOST_CHARACTERS || !pages.test(path)) return undefined;
  const url = parseUrl(wanted, "http://own.invalid");
  const rest = url ? url.search + url.hash : "";
  return path.length + rest.length > MOST_CHARACTERS ? path : path + rest;
}

/** Returns where to go after logging in: the wanted page of the application, otherwise the dashboard. */
export const nextPath = (wanted: unknown): string => readNextPage(wanted) ?? HOME;
