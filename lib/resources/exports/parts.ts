import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { figuresOfLinks, NO_CONVERSIONS, presentRevenue } from "@/lib/clicks/statistics/conversion-figures";
import { allClicks, type ShownClick } from "@/lib/clicks/statistics/log";
import type { LoggedSubject } from "@/lib/clicks/store/click-store";
import { shownNames } from "@/lib/clicks/store/stored-columns";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { db } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { presentAccount } from "@/lib/resources/account/presenter";
import { account } from "@/lib/resources/account/schema";
import { auditColumns, exportAudit } from "@/lib/resources/audit/service";
import { bioUrlOf, presentBioPage } from "@/lib/resources/bio-pages/presenter";
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
import type { Related } from "@/lib/resources/imports/format/related";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import { linkDetails } from "@/lib/resources/links/schema";
import { allAddresses, allLinks } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { answersToAll } from "@/lib/resources/overlays/answers";
import { presentAnswer, presentWholeOverlay } from "@/lib/resources/overlays/presenter";
import { overlayAnswer, overlayItem } from "@/lib/resources/overlays/schema";
import { readOwnedRows } from "@/lib/resources/ownership";
import { pixelItem } from "@/lib/resources/pixels/schema";
import { presentPixel } from "@/lib/resources/pixels/service";
import { clickLimitOf } from "@/lib/resources/plans/clicks";
import { pictureUrlOf } from "@/lib/resources/qr-codes/payload";
import { presentQrCode, presentTemplate } from "@/lib/resources/qr-codes/presenter";
import { qrItem } from "@/lib/resources/qr-codes/schema";
import { templateItem } from "@/lib/resources/qr-codes/template-schema";
import { presentMessage } from "@/lib/resources/sms/presenter";
import { smsItem } from "@/lib/resources/sms/schema";
import { splashDetails } from "@/lib/resources/splash-pages/schema";
import { presentSplashDetails } from "@/lib/resources/splash-pages/service";
import { tagItem } from "@/lib/resources/tags/schema";
import { allTags, presentTag } from "@/lib/resources/tags/service";
import { utmTemplateItem } from "@/lib/resources/utm-templates/schema";
import { presentUtmTemplate } from "@/lib/resources/utm-templates/service";

const thing = (kind: Related["kind"], table: string, id: string) => `
  SELECT link.id, '${kind}' AS kind, 0 AS place, json_build_object('id', own.id, 'name', own.name) AS thing
  FROM link JOIN ${table} AS own ON own.id = link.${id}`;

// One statement for many links, because a statement for each kind of related things costs several times as much.
const relatedText = `
  WITH link AS MATERIALIZED (SELECT id, campaign_id, overlay_id, splash_page_id FROM links WHERE id = ANY($1::int[]))
  ${thing("campaign", "campaigns", "campaign_id")}
  UNION ALL SELECT link_id, 'channel', item.id, json_build_object('id', own.id, 'name', own.name, 'color', own.color)
  FROM channel_items AS item JOIN channels AS own ON own.id = item.channel_id WHERE link_id = ANY($1)
  UNION ALL SELECT "A", 'pixel', own.id,
    json_build_object('id', own.id, 'type', own.type, 'name', own.name, 'tag', own.tag)
  FROM "_LinkToPixel" JOIN pixels AS own ON own.id = "B" WHERE "A" = ANY($1)
  UNION ALL SELECT "A", 'tag', own.id, json_build_object('name', own.name, 'color', own.color)
  FROM "_LinkToTag" JOIN tags AS own ON own.id = "B" WHERE "A" = ANY($1)
  UNION ALL ${thing("overlay", "overlays", "overlay_id")}
  UNION ALL ${thing("splash", "splash_pages", "splash_page_id")}`;

const kinds: Related["kind"][] = ["campaign", "channel", "pixel", "tag", "overlay", "splash"];

interface RelatedRow {
  id: number;
  kind: Related["kind"];
  place: number;
  thing: { name: string };
}

/**
 * The actor's links, or those in `chosen`, as the API shows them, with their conversions and the names of related things:
 * ids mean nothing to another account.
 */
export async function* exportLinks(actor: Actor, chosen?: number[]): AsyncGenerator<object> {
  for await (const links of allLinks(actor, chosen)) {
    const ids = links.map(({ id }) => id);
    const [related, figures] = await Promise.all([relatedOf(ids), figuresOfLinks(ids)]);
    for (const link of links) {
      const { count, revenue } = figures.get(link.id) ?? NO_CONVERSIONS;
      const converted = { conversions: count, revenue: presentRevenue(revenue) };
      yield { ...presentLinkDetails(link), ...converted, related: related.get(link.id) ?? [] };
    }
  }
}

/** Returns what these links are related to, by the id of the link. */
async function relatedOf(ids: number[]): Promise<Map<number, object[]>> {
  const rows = await statement<RelatedRow>(relatedText, [ids], { quick: true });
  rows.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.place - other.place);
  const related = new Map<number, object[]>();
  for (const { id, kind, thing } of rows) {
    const things = related.get(id);
    if (things) things.push({ kind, ...thing });
    else related.set(id, [{ kind, ...thing }]);
  }
  return related;
}

const shown = shownNames.toSpliced(shownNames.indexOf("class"), 0, "locked");
/** The columns of an exported click. A `locked` click has only its time. The visitor's identity is never exported. */
export const clickColumns = ["date", "type", "id", "address", ...shown];

type ClickRecord = Record<string, string | number | boolean | null>;

/**
 * The clicks on everything the actor owns, bots included: first those on links, then scans, then visits to bio pages.
 */
async function* clicksOf(actor: Actor): AsyncGenerator<ClickRecord> {
  const limit = clickLimitOf(actor);
  yield* clicksOn("link", allAddresses(actor), limit, shortUrlOf);
  yield* clicksOn("qr", readOwnedRows(db.qrCode, actor, "QR code", 100), limit, ({ code }) => pictureUrlOf(code));
  yield* clicksOn("bio", readOwnedRows(db.bioPage, actor, "bio page", 50), limit, bioUrlOf);
}

async function* clicksOn<Row extends { id: number }>(
  type: LoggedSubject,
  batches: AsyncIterable<Row[]>,
  limit: number | null,
  addressOf: (row: Row) => string,
): AsyncGenerator<ClickRecord> {
  for await (const rows of batches) {
    const addresses = new Map(rows.map((row) => [row.id, addressOf(row)]));
    for await (const click of allClicks(type, [...addresses.keys()], limit)) {
      yield recordOf(type, addresses.get(click.id) ?? "", click);
    }
  }
}

function recordOf(type: LoggedSubject, address: string, { at, ...click }: ShownClick): ClickRecord {
  const kind = click.class ?? (click.robot === null ? "person" : "robot");
  const record: ClickRecord = { ...click, date: formatTimestamp(at), type, address, class: kind };
  return Object.fromEntries(clickColumns.map((name) => [name, record[name] ?? null]));
}

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
  links: { kind: "link", columns: [...keysOf(linkDetails), "conversions", "revenue", "related"], read: exportLinks },
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
  audit: { kind: "audit", columns: auditColumns, read: exportAudit },
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
