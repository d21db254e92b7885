import { isAlias, isReserved, withoutTail } from "@/lib/contract/alias";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { type Answer, textAnswer } from "./answer";
import type { VisitRequest } from "./request";

/** Returns whether a route of app/(visit) answers an address, and not a page of the service itself. */
export function isVisitPath(path: string): boolean {
  if (isAppLinks(path)) return true;
  const [, first = "", ...deeper] = path.split("/");
  if (deeper.length === 0) return first !== "" && !isReserved(first);
  return /^(q|qr|r|u|b)$/.test(first) || isLink(first);
}

function isLink(first: string): boolean {
  try {
    const alias = decodeURIComponent(first);
    return isAlias(alias) && !isReserved(alias);
  } catch {
    return false;
  }
}

/**
 * Returns the path of a URL without punctuation and slashes that a sentence left at its end; unchanged if there are
 * none.
 */
export function pathWithoutTail(url: string): string {
  const [path = ""] = url.split("?", 1);
  // Most paths have this form, and it is the fastest to test.
  if (/^[\w/-]*\w$/.test(path)) return path;
  try {
    const text = decodeURIComponent(path);
    const kept = withoutTail(text);
    return kept === text ? path : encodeURI(kept);
  } catch {
    return path;
  }
}

/** The addresses where phones ask which apps may open a domain's links. */
const address = /^\/\.well-known\/(apple-app-site-association|assetlinks\.json)(?:\?|$)/;

const isAppLinks = (url: string) => address.test(url);

/**
 * Returns the answer at the address of a domain's apps; null elsewhere. The answer is never a redirect, because iOS and
 * Android do not follow redirects here.
 */
export function answerAppLinks({ url, method }: VisitRequest, { appLinks }: DomainSnapshot): Answer | null {
  const file = address.exec(url)?.[1];
  if (file === undefined) return null;
  if (method !== "GET" && method !== "HEAD")
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  const { apple = [], android = [] } = appLinks ?? {};
  if (file === "assetlinks.json") return android.length > 0 ? jsonFile(android.map(statement)) : nothing;
  return apple.length > 0 ? jsonFile({ applinks: { details: [{ appIDs: apple, components }] } }) : nothing;
}

const nothing = textAnswer(404, "No app opens this domain's links.");

/** Apple's servers ask about once a day, and phones when an app is installed. Caching would delay changes further. */
const jsonFile = (content: object): Answer => ({
  status: 200,
  headers: [
    ...["Content-Type", "application/json"],
    ...["Cache-Control", "public, max-age=300"],
    ...["X-Content-Type-Options", "nosniff"],
  ],
  body: JSON.stringify(content),
});

/**
 * Matches links only: the first matching component decides, and `*` also matches slashes. Apps cannot show the pages
 * about links (`/alias+`), nor bio pages, QR codes, rotators and lists, whose paths have two parts.
 */
const components = [{ "/": "*+", exclude: true }, { "/": "/*/*", exclude: true }, { "/": "/?*" }];

/** An Android app declares the paths that it opens by itself. */
const statement = ({ package: name, fingerprints }: { package: string; fingerprints: string[] }) => ({
  relation: ["delegate_permission/common.handle_all_urls"],
  target: { namespace: "android_app", package_name: name, sha256_cert_fingerprints: fingerprints },
});

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
