import { parseUrl } from "@/lib/contract/url";
import { baseUrl, env } from "@/lib/platform/env";

/** Returns a host as it is stored: lower case, Punycode, without the scheme's default port; null if it is none. */
export function normalHost(text: string): string | null {
  const url = parseUrl(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (!url) return null;
  const { host, pathname, username, search, hash } = url;
  const plain = pathname === "/" && !username && !search && !hash;
  return plain ? host.replace(/:(80|443)$/, "").replace(/\.(?=:|$)/, "") : null;
}

const loopback = /^(localhost|[\w-]+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::(1|ffff:7f[\da-f]{2}:[\da-f]+)?\])$/;

/** Returns whether the service is reachable from its own machine only, as in a first try. */
export const isLocalService = () => loopback.test(new URL(baseUrl()).hostname);

/**
 * Returns whether `host` is the service's own address. If that is a loopback address, every loopback name and address
 * counts.
 */
export function isServiceHost(host: string): boolean {
  if (isPagesHost(host)) return false;
  const own = new URL(baseUrl());
  if (host === own.host) return true;
  const other = new URL(`http://${host}`);
  return loopback.test(own.hostname) && loopback.test(other.hostname) && other.port === own.port;
}

/** Returns whether `host` is that of PAGES_URL. It serves only visitors' pages that run third-party scripts. */
export const isPagesHost = (host: string) => env.PAGES_URL !== undefined && host === new URL(env.PAGES_URL).host;

/** Returns whether the operator uses `host` for the service itself, so that no account can add it. */
export const isReservedHost = (host: string) => isServiceHost(host) || isPagesHost(host);
