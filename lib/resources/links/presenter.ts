import type { z } from "zod";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { type LinkRule, ruleFieldsOf } from "./rule-fields";
import type { DeepLink, LinkParameters, linkDetails, linkItem } from "./schema";
import type { LinkWithRelations, ListedLink } from "./service";
import { originOf, shortUrlOf } from "./short-url";

export function presentLink(link: ListedLink): z.infer<typeof linkItem> {
  return {
    id: link.id,
    alias: link.alias,
    shorturl: shortUrlOf(link),
    longurl: link.destination,
    clicks: Number(link.clicks),
    uniqueclicks: Number(link.uniqueClicks),
    title: link.title,
    description: link.description,
    domain: originOf(link.domain),
    campaign: link.campaignId,
    channel: link.items[0]?.channelId ?? null,
    date: formatTimestamp(link.createdAt),
  };
}

/** A link with all its settings, under the names by which they are sent. */
export function presentLinkDetails(link: LinkWithRelations): z.infer<typeof linkDetails> {
  const deepLink = link.deepLink as DeepLink | null;
  return {
    ...presentLink(link),
    status: link.status,
    type: typeOf(link),
    redirect: link.redirectStatus,
    campaignweight: link.campaignWeight,
    protected: link.passwordHash !== null,
    expiry: link.expiresAt && formatTimestamp(link.expiresAt),
    clicklimit: link.clickLimit,
    expiryurl: link.expiryUrl,
    pixels: link.pixels.map(({ id }) => id),
    deeplink: deepLink && {
      auto: deepLink.auto ?? false,
      apple: deepLink.apple ?? null,
      google: deepLink.google ?? null,
    },
    ...ruleFieldsOf(link.rules as unknown as LinkRule[]),
    parameters: link.parameters as LinkParameters,
    metatitle: link.metaTitle,
    metadescription: link.metaDescription,
    metaimage: link.metaImage,
  };
}

function typeOf({ type, overlayId, splashPageId }: LinkWithRelations): string {
  if (type === "overlay" && overlayId !== null) return `overlay-${overlayId}`;
  if (type === "splash" && splashPageId !== null) return `splash-${splashPageId}`;
  // An overlay that was deleted leaves a link that goes straight to its destination.
  return type === "overlay" ? "direct" : type;
}
