import type { IncomingHttpHeaders } from "node:http";

/**
 * Who may show a page in a frame, from its headers: lists of sources as in the `frame-ancestors` of a Content Security
 * Policy, separated by commas. Each list must name who wants to; without any, everybody may.
 */
export function ancestorsOf(headers: IncomingHttpHeaders): string {
  const lists = joined(headers["content-security-policy"])
    .split(",")
    .flatMap((policy) => policy.split(";").map((directive) => directive.trim().toLowerCase().split(/\s+/)))
    .filter(([name]) => name === "frame-ancestors")
    .map(([, ...sources]) => sources.join(" ") || "'none'");
  if (lists.length > 0) return lists.join(",");
  // Browsers heed it where there is no such directive, and of its values these two alone.
  return /\b(deny|sameorigin)\b/i.test(joined(headers["x-frame-options"])) ? "'none'" : "";
}

const joined = (value: string | string[] | undefined) => [value ?? []].flat().join(",");

/** Whether `ancestors` let a page of this origin show theirs. */
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
