import { isAlias, withoutTail } from "@/lib/contract/alias";
import { isReserved } from "@/lib/contract/reserved-aliases";
import { isAppLinks } from "./app-links";

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
