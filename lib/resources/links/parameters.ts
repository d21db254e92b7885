import type { LinkParameters } from "./schema";

/** Returns parameters as a query string. */
export const writeQuery = (parameters: LinkParameters) =>
  new URLSearchParams(parameters.map(({ name, value }) => [name, value])).toString();

/**
 * Returns a URL in the form of a Location header, with a query from `writeQuery` appended. The existing query stays
 * unchanged: URLSearchParams would reformat it, which some sites do not accept.
 */
export function withQuery(href: string, query: string): string {
  if (query === "") return href;
  const end = href.indexOf("#");
  const [address, fragment] = end === -1 ? [href, ""] : [href.slice(0, end), href.slice(end)];
  const start = address.indexOf("?");
  // "a?" already has a query, an empty one.
  const separator = start === -1 ? "?" : start === address.length - 1 ? "" : "&";
  return address + separator + query + fragment;
}

/** Undoes `withQuery`, except for a `?` with nothing after it. */
export function withoutQuery(href: string, query: string): string {
  if (query === "") return href;
  const end = href.indexOf("#");
  const [address, fragment] = end === -1 ? [href, ""] : [href.slice(0, end), href.slice(end)];
  return address.slice(0, -query.length - 1) + fragment;
}

/** Returns the URL in the form of a Location header, with the parameters after its own. */
export const withParameters = (text: string, parameters: LinkParameters) =>
  withQuery(new URL(text).href, writeQuery(parameters));
