import type { LinkForward } from "@/generated/prisma/enums";
import { conversionEnding, isAlias, linkCodeEnding, maxAliasParts, withoutTail } from "@/lib/contract/alias";
import { hasDotSegment } from "@/lib/contract/dot-segments";

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

/** The parts of a visitor's address that are forwarded to the destination. */
export interface Forwarded {
  /** the part of the path after the alias, from its slash on; may be empty */
  path: string;
  /** the parameters, exactly as sent */
  query: string[];
}

/** The parameter at the end of a page's address that requests the frame for its pixels. It is never forwarded. */
export const pixelMark = "signpost-pixels";

/** Limits of a forwarded path or query, and of its parameters. No destination needs more. */
const maxBytes = 2_048;
const maxParameters = 50;

/**
 * Returns what is forwarded from a visit to `url` with this path after the alias: null if nothing is, `undefined` if
 * there is nothing at such an address. Only a link that forwards paths adds a lone slash to its destination. A query
 * that is too large is left out, so that the link keeps working.
 */
export function forwardedBy(forward: LinkForward, behind: string, url: string): Forwarded | null | undefined {
  if (behind !== "" && !(forward === "all" ? isPlainPath(behind) : isTail(behind))) return undefined;
  const path = forward === "all" ? behind : "";
  if (forward === "none") return null;
  const start = url.indexOf("?");
  const query = start === -1 ? "" : url.slice(start + 1);
  if (query === "" || path.length + query.length > maxBytes) return { path, query: [] };
  const parameters = query.split("&").filter((parameter) => parameter !== "" && nameOf(parameter) !== pixelMark);
  return { path, query: parameters.length > maxParameters ? [] : parameters };
}

/**
 * Returns whether a path only leads downwards, part by part, however the destination interprets dots, slashes and their
 * encodings.
 */
function isPlainPath(path: string): boolean {
  if (path.length > maxBytes) return false;
  const parts = path.slice(1).split("/");
  return parts.every((part, index) => (part === "" ? index === parts.length - 1 : isPlainPart(part)));
}

function isPlainPart(part: string): boolean {
  try {
    return !/[/\\\p{Cc}]/u.test(decodeURIComponent(part)) && !hasDotSegment(part);
  } catch {
    return false;
  }
}

/**
 * Returns the URL `own` with what a visitor sent: the path is appended, parameters replace those of the same name in
 * `own`, and `addedQuery` replaces both. The other parameters of `own` stay unchanged and in order. Scheme and host
 * cannot change, because only a URL's path and query are set.
 */
export function withForwarded(own: string, { path, query }: Forwarded, addedQuery: string): string {
  if (path === "" && query.length === 0 && addedQuery === "") return own;
  const url = new URL(own);
  if (path !== "") url.pathname = withoutSlashes(url.pathname) + path;
  const added = addedQuery === "" ? [] : addedQuery.split("&");
  const taken = new Set(added.map(nameOf));
  const sent = query.filter((parameter) => !taken.has(nameOf(parameter)));
  for (const parameter of sent) taken.add(nameOf(parameter));
  if (taken.size === 0) return url.href;
  const present = url.search === "" ? [] : url.search.slice(1).split("&");
  const kept = present.filter((parameter) => !taken.has(nameOf(parameter)));
  url.search = [...kept, ...sent, ...added].join("&");
  return url.href;
}

/** Returns a parameter's name as servers decode it: `%61` means `a`, and `+` means a space. */
function nameOf(parameter: string): string {
  const [name = ""] = parameter.split("=", 1);
  return /[%+]/.test(name) ? (new URLSearchParams(`name=${name}`).get("name") ?? "") : name;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path.charCodeAt(end - 1) === 47) end--;
  return path.slice(0, end);
}
