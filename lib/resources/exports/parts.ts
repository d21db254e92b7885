import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { db } from "@/lib/platform/database/db";
import { presentAccount } from "@/lib/resources/account/presenter";
import { account } from "@/lib/resources/account/schema";
import { auditColumns, auditOf } from "@/lib/resources/audit/export";
import { presentBioPage } from "@/lib/resources/bio-pages/presenter";
import { bioItem } from "@/lib/resources/bio-pages/schema";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { campaignItem } from "@/lib/resources/campaigns/schema";
import { presentChannel, presentChannelItem } from "@/lib/resources/channels/presenter";
import { channelEntry, channelItem } from "@/lib/resources/channels/schema";
import { allItems } from "@/lib/resources/channels/service";
import { presentConversion, presentCorrection } from "@/lib/resources/conversions/presenter";
import { conversionItem, correctionItem } from "@/lib/resources/conversions/schema";
import { allConversions, allCorrections } from "@/lib/resources/conversions/service";
import { presentDomain } from "@/lib/resources/domains/presenter";
import { domainItem } from "@/lib/resources/domains/schema";
import { linkDetails } from "@/lib/resources/links/schema";
import { answersToAll } from "@/lib/resources/overlays/answers";
import { presentAnswer, presentWholeOverlay } from "@/lib/resources/overlays/presenter";
import { overlayAnswer, overlayItem } from "@/lib/resources/overlays/schema";
import { readOwnedRows } from "@/lib/resources/ownership";
import { presentPixel } from "@/lib/resources/pixels/presenter";
import { pixelItem } from "@/lib/resources/pixels/schema";
import { presentQrCode, presentTemplate } from "@/lib/resources/qr-codes/presenter";
import { qrItem } from "@/lib/resources/qr-codes/schema";
import { templateItem } from "@/lib/resources/qr-codes/template-schema";
import { presentMessage } from "@/lib/resources/sms/presenter";
import { smsItem } from "@/lib/resources/sms/schema";
import { presentSplashDetails } from "@/lib/resources/splash-pages/presenter";
import { splashDetails } from "@/lib/resources/splash-pages/schema";
import { presentTag } from "@/lib/resources/tags/presenter";
import { tagItem } from "@/lib/resources/tags/schema";
import { allTags } from "@/lib/resources/tags/service";
import { presentUtmTemplate } from "@/lib/resources/utm-templates/presenter";
import { utmTemplateItem } from "@/lib/resources/utm-templates/schema";
import { clickColumns, clicksOf } from "./clicks";
import { linksOf } from "./links";

/** One part of an account's data. It contains what the API shows, and so no secrets. */
export interface Part {
  /** the `kind` of its lines in JSON Lines */
  kind: string;
  /** the columns of its table; JSON Lines also have other members */
  columns: readonly string[];
  /** reads all of it, or for links only those in `chosen` */
  read(actor: Actor, chosen?: number[]): AsyncIterable<object>;
}

/** In the order of an export of everything. */
export const parts = {
  account: { kind: "account", columns: keysOf(account), read: readAccount },
  domains: {
    kind: "domain",
    columns: keysOf(domainItem),
    read: (actor) => flatMapBatches(readOwnedRows(db.domain, actor, "domain"), presentDomain),
  },
  campaigns: {
    kind: "campaign",
    columns: keysOf(campaignItem),
    read: (actor) =>
      flatMapBatches(readOwnedRows(db.campaign, actor, "campaign"), (campaign) =>
        presentCampaign(campaign, actor.username),
      ),
  },
  channels: {
    kind: "channel",
    columns: keysOf(channelItem),
    read: (actor) => flatMapBatches(readOwnedRows(db.channel, actor, "channel"), presentChannel),
  },
  tags: { kind: "tag", columns: keysOf(tagItem), read: (actor) => flatMapBatches(allTags(actor), presentTag) },
  "utm-templates": {
    kind: "utm-template",
    columns: keysOf(utmTemplateItem),
    read: (actor) => flatMapBatches(readOwnedRows(db.utmTemplate, actor, "UTM template"), presentUtmTemplate),
  },
  "shared-statistics": {
    kind: "share",
    columns: ["link", "campaign", "protected", "date"],
    // The address is left out, because anyone who has it can see the statistics.
    read: (actor) =>
      flatMapBatches(
        readOwnedRows(db.statisticsShare, actor, "link"),
        ({ linkId, campaignId, passwordHash, createdAt }) => ({
          ...{ link: linkId, campaign: campaignId, protected: passwordHash !== null, date: formatTimestamp(createdAt) },
        }),
      ),
  },
  pixels: {
    kind: "pixel",
    columns: keysOf(pixelItem),
    read: (actor) => flatMapBatches(readOwnedRows(db.pixel, actor, "pixel"), presentPixel),
  },
  overlays: {
    kind: "overlay",
    columns: [...keysOf(overlayItem), "content"],
    read: (actor) => flatMapBatches(readOwnedRows(db.overlay, actor, "overlay", 100), presentWholeOverlay),
  },
  "splash-pages": {
    kind: "splash",
    columns: keysOf(splashDetails),
    read: (actor) => flatMapBatches(readOwnedRows(db.splashPage, actor, "splash page", 100), presentSplashDetails),
  },
  links: { kind: "link", columns: [...keysOf(linkDetails), "conversions", "revenue", "related"], read: linksOf },
  "qr-codes": {
    kind: "qr",
    columns: [...keysOf(qrItem), "type", "data", "foreground", "background", "logo", "style"],
    read: (actor) =>
      flatMapBatches(readOwnedRows(db.qrCode, actor, "QR code", 100), (code) => {
        const { type, data, foreground, background, logo, style } = code;
        return { ...presentQrCode(code), type, data, foreground, background, logo, style };
      }),
  },
  "qr-templates": {
    kind: "qr-template",
    columns: keysOf(templateItem),
    read: (actor) => flatMapBatches(readOwnedRows(db.qrTemplate, actor, "QR template"), presentTemplate),
  },
  "bio-pages": {
    kind: "bio",
    columns: [...keysOf(bioItem), "avatar", "theme", "blocks"],
    read: (actor) =>
      flatMapBatches(readOwnedRows(db.bioPage, actor, "bio page", 50), (page) => ({
        ...presentBioPage(page),
        avatar: page.avatar,
        theme: page.theme,
        blocks: page.blocks,
      })),
  },
  "channel-items": {
    kind: "channel-item",
    columns: ["channel", ...keysOf(channelEntry)],
    read: (actor) =>
      flatMapBatches(allItems(actor), (item) => ({ channel: item.channelId, ...presentChannelItem(item) })),
  },
  answers: {
    kind: "answer",
    columns: ["overlay", ...keysOf(overlayAnswer)],
    read: (actor) =>
      flatMapBatches(answersToAll(actor), (answer) => ({ overlay: answer.overlayId, ...presentAnswer(answer) })),
  },
  sms: {
    kind: "sms",
    columns: keysOf(smsItem),
    read: (actor) => flatMapBatches(readOwnedRows(db.smsMessage, actor, "message"), presentMessage),
  },
  clicks: { kind: "click", columns: clickColumns, read: clicksOf },
  conversions: {
    kind: "conversion",
    columns: keysOf(conversionItem),
    read: (actor) => flatMapBatches(allConversions(actor), presentConversion),
  },
  "conversion-corrections": {
    kind: "conversion-correction",
    columns: keysOf(correctionItem),
    read: (actor) => flatMapBatches(allCorrections(actor), presentCorrection),
  },
  audit: { kind: "audit", columns: auditColumns, read: auditOf },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];

function keysOf({ shape }: z.ZodObject): string[] {
  return Object.keys(shape);
}

async function* flatMapBatches<Row>(
  batches: AsyncIterable<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<object> {
  for await (const rows of batches) yield* rows.map(present);
}

async function* readAccount(actor: Actor) {
  yield presentAccount(actor);
}
