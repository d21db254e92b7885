import type { LinkForward } from "@/generated/prisma/enums";
import { hasDotSegment } from "@/lib/contract/dot-segments";
import { isTail } from "./address";

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
