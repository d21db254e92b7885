import type { IncomingHttpHeaders } from "node:http";

/**
 * Returns which sites may frame a page, from its headers: source lists as in `frame-ancestors` of a Content Security
 * Policy, separated by commas. Every list must allow a site; without lists, every site is allowed.
 */
export function ancestorsOf(headers: IncomingHttpHeaders): string {
  const lists = joined(headers["content-security-policy"])
    .split(",")
    .flatMap((policy) => policy.split(";").map((directive) => directive.trim().toLowerCase().split(/\s+/)))
    .filter(([name]) => name === "frame-ancestors")
    .map(([, ...sources]) => sources.join(" ") || "'none'");
  if (lists.length > 0) return lists.join(",");
  // Browsers use this header if there is no such directive, and only these two of its values.
  return /\b(deny|sameorigin)\b/i.test(joined(headers["x-frame-options"])) ? "'none'" : "";
}

const joined = (value: string | string[] | undefined) => [value ?? []].flat().join(",");

/** Returns whether `ancestors` allow a page of this origin to frame theirs. */
export function allows(ancestors: string, origin: string): boolean {
  const { protocol, host, hostname } = new URL(origin);
  const names = (source: string) => {
    if (source === "*" || source === protocol) return true;
    const bare = source.startsWith(`${protocol}//`) ? source.slice(protocol.length + 2) : source;
    if (bare.startsWith("*.")) return hostname.endsWith(bare.slice(1)) && hostname.length >= bare.length;
    return bare === host;
  };
  return ancestors === "" || ancestors.split(",").every((list) => list.split(" ").some(names));
}
