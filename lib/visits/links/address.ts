import { conversionEnding, isAlias, linkCodeEnding, maxAliasParts, withoutTail } from "@/lib/contract/alias";

/** `<alias>+`: the page about the link; `<alias>+done`: the visitor has done what the link leads to. */
const asides = [
  ["+", "about"],
  [conversionEnding, "conversion"],
] as const;
type Aside = (typeof asides)[number][1];

/** What a short link's address asks for. */
export interface Address {
  /** the alias; of a path of several parts the first of them, which may be all of it */
  alias: string;
  /** what is asked for instead of the destination */
  asks?: Aside;
  /** the path from its first part on, as it was sent, where it has several */
  path?: string;
}

/** The alias that a request's address consists of, null where it is something else, undefined where it is malformed. */
export function addressIn(url: string): Address | null | undefined {
  const end = url.indexOf("?");
  const part = end === -1 ? url.slice(1) : url.slice(1, end);
  try {
    const text = part.includes("%") ? decodeURIComponent(part) : part;
    const slash = part.indexOf("/");
    if (slash === -1) {
      const address = withAside(text);
      if (isPart(address.alias)) return address;
    } else {
      const alias = decodeURIComponent(part.slice(0, slash));
      if (isPart(alias)) return { alias, path: part };
    }
    // No alias ends with a tail, so there is no exact alias that could be meant.
    const address = withAside(withoutTail(text));
    return isPart(address.alias) ? address : null;
  } catch {
    return undefined;
  }
}

/** A beginning of a path, as an alias, and what is behind it. */
export interface Beginning {
  alias: string;
  /** from its slash on, as it was sent; empty where the alias is the whole path */
  path: string;
  asks?: Aside;
}

/** What of a path may be a link's alias: all of it first, then ever less of it. `<path>/qr` is a QR code's address. */
export function beginningsOf(path: string): Beginning[] {
  const beginnings: Beginning[] = [];
  let end = -1;
  let alias = "";
  for (let parts = 1; parts <= maxAliasParts && end < path.length; parts++) {
    const start = end + 1;
    const slash = path.indexOf("/", start);
    end = slash === -1 ? path.length : slash;
    const text = decodeURIComponent(path.slice(start, end));
    const isLast = parts > 1 && end === path.length;
    const { alias: part, asks } = isLast ? withAside(isPart(text) ? text : withoutTail(text)) : { alias: text };
    alias = parts === 1 ? part : `${alias}/${part}`;
    if (!isPart(part) || !isAlias(alias)) break;
    beginnings.unshift({ alias, path: path.slice(end), asks });
  }
  return beginnings;
}

/** Whether what is behind an alias is one slash, and no more than what a sentence left there behind it. */
export function isTail(path: string): boolean {
  if (path.startsWith("//")) return false;
  try {
    return withoutTail(decodeURIComponent(path)) === "";
  } catch {
    return false;
  }
}

/** Whether a path may be the address of a link's QR code. */
export const isLinkCode = (path: string) => linkCodeEnding.test(path);

const isPart = (text: string) => !text.includes("/") && isAlias(text);

function withAside(text: string): { alias: string; asks?: Aside } {
  if (!text.includes("+")) return { alias: text };
  const aside = asides.find(([ending]) => text.endsWith(ending));
  return aside ? { alias: text.slice(0, -aside[0].length), asks: aside[1] } : { alias: text };
}
