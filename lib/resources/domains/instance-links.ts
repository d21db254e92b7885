import { isAlias, isReserved, linkCodeEnding } from "@/lib/contract/alias";
import { isReservedHost, normalHost } from "./host";
import { brandedHostAt } from "./resolve";

/**
 * Returns whether a URL is a short link of this service, on any of its domains. Callers that check many URLs can pass
 * an `isOwn` that caches hosts.
 */
export async function isLinkOfInstance(text: string, isOwn = isHostOfInstance): Promise<boolean> {
  const url = new URL(text);
  return hasShortLinkPath(url) && (await isOwn(url.host));
}

/**
 * Returns whether visits to `host` arrive at this service, by its own address or a user's domain. Only active domains
 * count: an account that merely adds a host must not keep others from linking to it.
 */
export async function isHostOfInstance(host: string): Promise<boolean> {
  const normal = normalHost(host) ?? host;
  return isReservedHost(normal) || (await brandedHostAt(normal)) !== null;
}

/**
 * Returns whether a path of this service may redirect: a link with or without forwarded segments, a rotator or a QR
 * code.
 */
function hasShortLinkPath({ pathname }: URL): boolean {
  const parts = pathname.split("/").filter(Boolean);
  const first = decode(parts[0] ?? "");
  if (parts.length < 2) return first !== "" && !isReserved(first);
  if (isReserved(first)) return first === "r" || first === "q";
  return isAlias(first) && !linkCodeEnding.test(pathname);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
