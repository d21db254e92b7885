import { invalid } from "@/lib/contract/errors";
import { blockedSentence, isBlocked } from "@/lib/platform/blocklist";
import { db } from "@/lib/platform/db";
import { isReservedHost, normalHost } from "@/lib/resources/domains/host";
import { isReserved } from "./alias";
import type { Share } from "./rules";
import type { UpdateLink } from "./schema";

/**
 * Refuses an input that leads, by any of its fields, back into our own short links, since such a link would never arrive,
 * or to what is blocked.
 */
export async function refuseDestinations(input: UpdateLink, isOwn = isOwnHost): Promise<void> {
  for (const [path, text] of destinationsOf(input)) {
    if (await isOwnLink(text, isOwn)) throw invalid(path, "This address is itself a short link of this service.");
    if (await isBlocked(text)) throw invalid(path, blockedSentence);
  }
}

/** Whether a URL is a short link of this service, on any of its domains. Who asks often may remember the hosts. */
export async function isOwnLink(text: string, isOwn = isOwnHost): Promise<boolean> {
  const url = new URL(text);
  return looksShort(url) && (await isOwn(url.host));
}

/** Whether visits to `host` arrive at this service: by its own address or by a domain of its users. */
export async function isOwnHost(host: string): Promise<boolean> {
  const normal = normalHost(host) ?? host;
  // Only what is served: whoever merely asks for a host must not keep others from linking to it.
  return isReservedHost(normal) || (await db.domain.findFirst({ where: { host: normal, status: "active" } })) !== null;
}

function* destinationsOf(input: UpdateLink): Generator<[path: string, text: string]> {
  if (input.url) yield ["url", input.url];
  if (input.expiryurl) yield ["expiryurl", input.expiryurl];
  if (input.deeplink?.apple) yield ["deeplink.apple", input.deeplink.apple];
  if (input.deeplink?.google) yield ["deeplink.google", input.deeplink.google];
  for (const field of ["geotarget", "devicetarget", "languagetarget"] as const) {
    for (const [index, { link }] of (input[field] ?? []).entries()) yield [`${field}.${index}.link`, link];
  }
  for (const [index, { to, split }] of (input.rules ?? []).entries()) {
    if (to) yield [`rules.${index}.to`, to];
    yield* destinationsOfSplit(`rules.${index}.split`, split);
  }
  yield* destinationsOfSplit("split", input.split);
}

function* destinationsOfSplit(
  path: string,
  split: Share[] | null | undefined,
): Generator<[path: string, text: string]> {
  for (const [index, { to }] of (split ?? []).entries()) yield [`${path}.${index}.to`, to];
}

/** Whether a path of ours would redirect: one part that is no page's name, a rotator or a QR code. */
function looksShort({ pathname }: URL): boolean {
  const parts = pathname.split("/").filter(Boolean);
  const [first] = parts;
  if (!first) return false;
  return parts.length === 1 ? !isReserved(decode(first)) : first === "r" || first === "q";
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
