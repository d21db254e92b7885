import { refusedField } from "@/lib/contract/errors";
import { isBlocked } from "@/lib/platform/network/blocklist";
import { isHostOfInstance, isLinkOfInstance } from "@/lib/resources/domains/instance-links";
import type { Share } from "./rules";
import type { UpdateLink } from "./schema";

/**
 * Refuses an input if any of its fields points to a short link of this service, which could redirect forever, or to a
 * blocked destination.
 */
export async function assertAllowedDestinations(input: UpdateLink, isOwn = isHostOfInstance): Promise<void> {
  for (const [path, text] of destinationsOf(input)) {
    if (await isLinkOfInstance(text, isOwn)) throw refusedField(path, "url_is_short_link");
    if (await isBlocked(text)) throw refusedField(path, "url_blocked");
  }
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
