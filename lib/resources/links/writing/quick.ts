import { isAlias } from "@/lib/contract/alias";
import { completeUrl, parseUrl } from "@/lib/contract/url";

// Browsers load this file too: import nothing heavy.

/** A new link, as one line describes it. */
export interface QuickLink {
  url: string;
  custom?: string;
  domain?: string;
}

/**
 * Reads a line such as `https://example.com/page summer` or `example.com/page go.example.com/summer`: a destination
 * and, after a space, an alias, optionally with its domain. Any other text is a destination as a whole.
 */
export function quickLink(text: string): QuickLink {
  const [, first = "", name = ""] = /^\s*(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  const url = completeUrl(first);
  const chosen = /^https?:\/\/./i.test(url) ? chosenName(name) : null;
  return chosen ? { url, ...chosen } : { url: completeUrl(text) };
}

/** A part before the first slash that looks like a host is the domain. A host alone is an address, not an alias. */
function chosenName(name: string): Omit<QuickLink, "url"> | null {
  const plain = name.replace(/^https?:\/\//i, "");
  const end = plain.indexOf("/");
  const first = plain.slice(0, Math.max(0, end));
  const domain = first.includes(":") || isAddress(first) ? first : "";
  const custom = domain ? plain.slice(end + 1) : name;
  if (custom !== "" && (!isAlias(custom) || (!domain && isAddress(custom)))) return null;
  return { ...(domain && { domain }), ...(custom && { custom }) };
}

/** `example.com` is an address, `v1.2` is not. */
function isAddress(text: string): boolean {
  const url = completeUrl(text);
  return url !== text && parseUrl(url) !== null;
}
