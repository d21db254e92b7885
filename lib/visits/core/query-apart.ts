import type { VisitRequest } from "./request";

/** No alias contains these characters. */
const mark = /[;&]|%(?:3b|26|3f|23)/i;
const parameter = /^[\w.[\]%-]+?(?:=|%3d)/i;

/**
 * Returns a request with the query where it belongs; null if it is there already. Some mail programs encode the `?`, `&`
 * or `#` after an address, and some add parameters to its path after a `;`.
 */
export function withQueryApart(request: VisitRequest): VisitRequest | null {
  const { url } = request;
  const [path = ""] = url.split("?", 1);
  const found = mark.exec(path);
  if (!found) return null;
  const rest = path.slice(found.index + found[0].length).replace(/^amp(?:;|%3b)/i, "");
  const isQuery = !/^(?:;|%3b|%23)$/i.test(found[0]) && parameter.test(rest);
  const query = [isQuery ? decoded(rest) : "", url.slice(path.length + 1)].filter(Boolean).join("&");
  const apart = path.slice(0, found.index) + (query && `?${query}`);
  return Object.create(request, { url: { value: apart } });
}

/** If even the `=` is encoded, so are the other marks. */
function decoded(query: string): string {
  if (query.includes("=")) return query;
  const [parameters = ""] = query.split(/%23/);
  return parameters.replace(/%3d/gi, "=").replace(/%26/gi, "&");
}
