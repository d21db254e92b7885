import type { LinkForward } from "@/generated/prisma/enums";
import { isPixelMark } from "@/lib/visits/pages/pixels";
import { isTail } from "./address";

/** What of a visitor's address goes on to the destination. */
export interface Forwarded {
  /** what is behind the alias, from its slash on; empty where there is nothing */
  path: string;
  /** the parameters, letter for letter */
  query: string[];
}

/** What of the path and query goes on, and of the parameters. More is meant for nobody. */
const maxBytes = 2_048;
const maxParameters = 50;

/**
 * What is forwarded of a visit to `url` with this path behind the alias: null where that is nothing, `undefined` where there
 * is nothing at such an address. Only a link that forwards paths adds a slash alone to its destination. A query that is too
 * large is left behind: the link goes on working.
 */
export function forwardedBy(forward: LinkForward, behind: string, url: string): Forwarded | null | undefined {
  if (behind !== "" && !(forward === "all" ? isPlainPath(behind) : isTail(behind))) return undefined;
  const path = forward === "all" ? behind : "";
  if (forward === "none") return null;
  const start = url.indexOf("?");
  const query = start === -1 ? "" : url.slice(start + 1);
  if (query === "" || path.length + query.length > maxBytes) return { path, query: [] };
  const parameters = query.split("&").filter((parameter) => parameter !== "" && !isPixelMark(nameOf(parameter)));
  return { path, query: parameters.length > maxParameters ? [] : parameters };
}

/** Whether a path leads down, part by part, however whoever reads it later takes dots, slashes and what stands for them. */
function isPlainPath(path: string): boolean {
  if (path.length > maxBytes) return false;
  const parts = path.slice(1).split("/");
  return parts.every((part, index) => (part === "" ? index === parts.length - 1 : isPlainPart(part)));
}

function isPlainPart(part: string): boolean {
  try {
    const text = decodeURIComponent(part);
    return text !== "." && text !== ".." && !/[/\\\p{Cc}]/u.test(text);
  } catch {
    return false;
  }
}

/**
 * The URL `own` with what a visitor sent: the path behind its own, each parameter instead of its own ones of that name, and
 * `addedQuery` instead of both. Its own stay letter for letter, and in their order. Scheme and host can be no others: what is
 * set here are a URL's path and query.
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

/** As whoever reads the query takes it: `%61` is an `a`, and `+` a blank. */
function nameOf(parameter: string): string {
  const [name = ""] = parameter.split("=", 1);
  return /[%+]/.test(name) ? (new URLSearchParams(`name=${name}`).get("name") ?? "") : name;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path.charCodeAt(end - 1) === 47) end--;
  return path.slice(0, end);
}
