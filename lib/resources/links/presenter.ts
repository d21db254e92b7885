import type { z } from "zod";
import type { presentStatistics } from "@/lib/clicks/statistics/presenter";
import { presentPage, toPage } from "@/lib/contract/pagination";
import { countryName } from "@/lib/contract/places";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { readLinkCounts } from "./counts";
import type { FailingDestination } from "./failing";
import { type PlainField, plainFields, plainValues } from "./fields";
import type { LinkWithRelations, ListedLink } from "./read";
import { ruleFieldsOf } from "./rule-fields";
import type { linkDetails, linkItem, shownLink } from "./schema";
import { linkOrigin, shortUrlOf } from "./short-url";
import { readDeepLink, readParameters, readRules } from "./stored";
import type { PresentableLink } from "./whole";

export type PresentedLink = Pick<
  ListedLink,
  | "id"
  | "alias"
  | "destination"
  | "counts"
  | "title"
  | "description"
  | "externalId"
  | "campaignId"
  | "items"
  | "createdAt"
> & { domain: Pick<ListedLink["domain"], "userId" | "scheme" | "host">; tags: { name: string }[] };

export function presentLink(link: PresentedLink): z.infer<typeof linkItem> {
  const { clicks, uniqueClicks } = readLinkCounts(link);
  return {
    id: link.id,
    alias: link.alias,
    shorturl: shortUrlOf(link),
    longurl: link.destination,
    clicks,
    uniqueclicks: uniqueClicks,
    title: link.title,
    description: link.description,
    externalid: link.externalId,
    domain: linkOrigin(link.domain),
    campaign: link.campaignId,
    channel: link.items[0]?.channelId ?? null,
    tags: link.tags.map(({ name }) => name),
    date: formatTimestamp(link.createdAt),
  };
}

export const presentDeletedLink = ({ deletedAt, ...link }: PresentedLink & { deletedAt: Date }) => ({
  ...presentLink(link),
  deleted: formatTimestamp(deletedAt),
});

export function presentRestored(link: LinkWithRelations) {
  const shorturl = shortUrlOf(link);
  return { message: "The link has been restored.", id: link.id, short: shorturl, shorturl };
}

type LinkDetails = z.infer<typeof linkDetails>;

/** A field that `linkDetails` does not document is a type error here. The destination is shown as `longurl`. */
const presentedFields: (Exclude<PlainField, "url"> & keyof LinkDetails)[] = plainFields.filter(
  (field): field is Exclude<PlainField, "url"> => field !== "url",
);

/** A link with all its settings, by their names in requests. */
export function presentLinkDetails(link: PresentableLink): LinkDetails {
  const deepLink = readDeepLink(link.deepLink);
  return {
    ...presentLink(link),
    archived: link.archived,
    ...plainValues(link, presentedFields),
    type: typeOf(link),
    protected: link.passwordHash !== null,
    expiry: link.expiresAt && formatTimestamp(link.expiresAt),
    pixels: link.pixels.map(({ id }) => id),
    deeplink: deepLink && {
      auto: deepLink.auto ?? false,
      apple: deepLink.apple ?? null,
      google: deepLink.google ?? null,
    },
    ...ruleFieldsOf(readRules(link.rules)),
    parameters: readParameters(link.parameters),
  };
}

function typeOf({ type, overlayId, splashPageId }: PresentableLink): string {
  if (type === "overlay" && overlayId !== null) return `overlay-${overlayId}`;
  if (type === "splash" && splashPageId !== null) return `splash-${splashPageId}`;
  // If an overlay was deleted, its links redirect directly.
  return type === "overlay" ? "direct" : type;
}

export const presentFailure = ({ status, since }: Pick<FailingDestination, "status" | "since">) => ({
  status,
  since: formatTimestamp(since),
});

/** A link in the answer for a single link. */
export const presentShownLink = (
  link: PresentableLink,
  failing: FailingDestination | null,
): z.infer<typeof shownLink> => {
  const details = presentLinkDetails(link);
  // Of two targets for one country or device, the first one applies, so it must come last here.
  const byName = (targets: [name: string, link: string][]) => Object.fromEntries(targets.toReversed());
  return {
    ...details,
    location: byName(details.geotarget.map(({ location, link }) => [countryName(location).toLowerCase(), link])),
    device: byName(details.devicetarget.map(({ device, link }) => [device, link])),
    failing: failing && presentFailure(failing),
  };
};

/** A link found by its short URL, as a list with one item and with statistics, as clients expect it. */
export function presentLookUp(
  link: LinkWithRelations & Omit<ListedLink, "shares">,
  failing: FailingDestination | null,
  statistics: ReturnType<typeof presentStatistics>,
) {
  const { data } = presentPage(toPage({}), { rows: [link], total: 1, next: null }, "urls", presentLink);
  return { id: link.id, details: presentShownLink(link, failing), data: { ...data, ...statistics } };
}
