import { isAlias, linkCodeEnding, maxAliasParts } from "@/lib/contract/alias";

/** What a short link's address asks for. */
export interface Address {
  /** the alias; of a path of several parts the first of them, which may be all of it */
  alias: string;
  /** `<alias>+`: what is asked for is the page about the link */
  about: boolean;
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
    if (slash !== -1) {
      const alias = decodeURIComponent(part.slice(0, slash));
      return isPart(alias) ? { alias, about: false, path: part } : null;
    }
    const about = text.endsWith("+");
    const alias = about ? text.slice(0, -1) : text;
    return isPart(alias) ? { alias, about } : null;
  } catch {
    return undefined;
  }
}

/** A beginning of a path, as an alias, and what is behind it. */
export interface Beginning {
  alias: string;
  /** from its slash on, as it was sent; empty where the alias is the whole path */
  path: string;
  about: boolean;
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
    const about = parts > 1 && end === path.length && text.endsWith("+");
    const part = about ? text.slice(0, -1) : text;
    alias = parts === 1 ? part : `${alias}/${part}`;
    if (!isPart(part) || !isAlias(alias)) break;
    beginnings.unshift({ alias, path: path.slice(end), about });
  }
  return beginnings;
}

/** Whether a path may be the address of a link's QR code. */
export const isLinkCode = (path: string) => linkCodeEnding.test(path);

const isPart = (text: string) => !text.includes("/") && isAlias(text);
