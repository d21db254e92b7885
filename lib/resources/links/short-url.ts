import type { Domain } from "@/generated/prisma/client";
import { isAlias, withoutTail } from "@/lib/contract/alias";
import { parseUrl } from "@/lib/contract/url";
import { baseUrl } from "@/lib/platform/env";
import { isReservedHost } from "@/lib/resources/domains/host";

type Address = Pick<Domain, "userId" | "scheme" | "host">;

/** Returns the scheme and host of a domain. The default domain, which has no owner, is the service's own address. */
export function linkOrigin(domain: Address): string {
  return domain.userId === null ? baseUrl() : `${domain.scheme}://${domain.host}`;
}

export function shortUrlOf(link: { alias: string; domain: Address }): string {
  return `${linkOrigin(link.domain)}/${link.alias}`;
}

/** The content of a link's own QR code: the short URL in its encoded form. */
export const linkPayloadOf = (link: Parameters<typeof shortUrlOf>[0]) => new URL(shortUrlOf(link)).href;

/** Returns the alias in a short URL and, unless it is the service's own, the host. Null if it cannot be a short URL. */
export function aliasInShortUrl(text: string): { host: string | null; alias: string } | null {
  const url = parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!url) return null;
  const { host, pathname } = url;
  try {
    // With a `+` at the end, it is the address of the page about the link.
    const alias = withoutTail(decodeURIComponent(pathname.slice(1))).replace(/\+$/, "");
    return isAlias(alias) ? { host: isReservedHost(host) ? null : host, alias } : null;
  } catch {
    return null;
  }
}
