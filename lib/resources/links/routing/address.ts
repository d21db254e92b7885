import { conversionEnding, isAlias, linkCodeEnding, maxAliasParts, withoutTail } from "@/lib/contract/alias";

/** `<alias>+` is the page about the link; `<alias>+done` reports that a visitor has converted. */
const requestKindByTail = [
  ["+", "about"],
  [conversionEnding, "conversion"],
] as const;
type LinkRequestKind = (typeof requestKindByTail)[number][1] | "icon";

/** After an alias, this is the address of the icon of its destination's site. */
export const iconPath = "/ico";

/** The parsed address of a short link. */
export interface Address {
  /** the alias; for a path of several parts, the first part, which may be the whole alias */
  alias: string;
  /** what is requested instead of the destination */
  asks?: LinkRequestKind;
  /** if the path has several parts: the path from its first part on, as sent */
  path?: string;
}

/** Returns the alias in a request's address; null if it is another kind of address, undefined if it is malformed. */
export function parseShortPath(url: string): Address | null | undefined {
  const end = url.indexOf("?");
  const part = end === -1 ? url.slice(1) : url.slice(1, end);
  try {
    const text = part.includes("%") ? decodeURIComponent(part) : part;
    const slash = part.indexOf("/");
    if (slash === -1) {
      const address = withRequestKind(text);
      if (isPart(address.alias)) return address;
    } else {
      const alias = decodeURIComponent(part.slice(0, slash));
      if (isPart(alias)) return { alias, path: part };
    }
    // No alias ends with this suffix, so there is no exact match to prefer.
    const address = withRequestKind(withoutTail(text));
    return isPart(address.alias) ? address : null;
  } catch {
    return undefined;
  }
}

/** The beginning of a path as a possible alias, and the rest of the path. */
export interface AliasCandidate {
  alias: string;
  /** the rest from its slash on, as sent; empty if the alias is the whole path */
  path: string;
  asks?: LinkRequestKind;
}

/** Returns the parts of a path that may be an alias, longest first. `<path>/qr` is the address of a QR code. */
export function listAliasCandidates(path: string): AliasCandidate[] {
  const beginnings: AliasCandidate[] = [];
  let end = -1;
  let alias = "";
  for (let parts = 1; parts <= maxAliasParts && end < path.length; parts++) {
    const start = end + 1;
    const slash = path.indexOf("/", start);
    end = slash === -1 ? path.length : slash;
    const text = decodeURIComponent(path.slice(start, end));
    const isLast = parts > 1 && end === path.length;
    const { alias: part, asks } = isLast ? withRequestKind(isPart(text) ? text : withoutTail(text)) : { alias: text };
    alias = parts === 1 ? part : `${alias}/${part}`;
    if (!isPart(part) || !isAlias(alias)) break;
    beginnings.unshift({ alias, path: path.slice(end), asks });
  }
  return beginnings;
}

/** Returns whether the text after an alias is at most one slash and punctuation from a surrounding sentence. */
export function isTail(path: string): boolean {
  if (path.startsWith("//")) return false;
  try {
    return withoutTail(decodeURIComponent(path)) === "";
  } catch {
    return false;
  }
}

/** Returns whether a path may be the address of a link's QR code. */
export const isLinkCode = (path: string) => linkCodeEnding.test(path);

const isPart = (text: string) => !text.includes("/") && isAlias(text);

function withRequestKind(text: string): { alias: string; asks?: LinkRequestKind } {
  if (!text.includes("+")) return { alias: text };
  const aside = requestKindByTail.find(([ending]) => text.endsWith(ending));
  return aside ? { alias: text.slice(0, -aside[0].length), asks: aside[1] } : { alias: text };
}
