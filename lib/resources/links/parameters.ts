import type { LinkParameters } from "./schema";

/** Parameters as they stand in a query. */
export const queryOf = (parameters: LinkParameters) =>
  new URLSearchParams(parameters.map(({ name, value }) => [name, value])).toString();

/**
 * A URL in the form of a Location header, with a query of `queryOf` behind its own. That stays letter for letter:
 * URLSearchParams would write it anew, and some sites mind.
 */
export function withQuery(href: string, query: string): string {
  if (query === "") return href;
  const end = href.indexOf("#");
  const [address, fragment] = end === -1 ? [href, ""] : [href.slice(0, end), href.slice(end)];
  const start = address.indexOf("?");
  // "a?" has a query already, an empty one.
  const separator = start === -1 ? "?" : start === address.length - 1 ? "" : "&";
  return address + separator + query + fragment;
}

/** The URL that `withQuery` was given, but for a `?` with nothing behind it. */
export function withoutQuery(href: string, query: string): string {
  if (query === "") return href;
  const end = href.indexOf("#");
  const [address, fragment] = end === -1 ? [href, ""] : [href.slice(0, end), href.slice(end)];
  return address.slice(0, -query.length - 1) + fragment;
}

/** The URL in the form of a Location header, with the parameters behind those that it has. */
export const withParameters = (text: string, parameters: LinkParameters) =>
  withQuery(new URL(text).href, queryOf(parameters));
