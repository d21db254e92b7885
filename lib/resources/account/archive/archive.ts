import { createHash } from "node:crypto";
import { once } from "node:events";
import { addAbortSignal, Readable } from "node:stream";
import type { ZipFile } from "yazl";
import type { QrCode } from "@/generated/prisma/client";
import type { ClickSubject } from "@/generated/prisma/enums";
import type { Actor } from "@/lib/auth/actor";
import { clicksByDay } from "@/lib/clicks/statistics/stats";
import { lastDays } from "@/lib/clicks/store/period";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { describePicture, readDesign } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { detectImageType } from "@/lib/drawing/image-type";
import { db } from "@/lib/platform/database/db";
import { baseUrl } from "@/lib/platform/env";
import { portions } from "@/lib/platform/files/download";
import { writeZip } from "@/lib/platform/files/zip";
import { log } from "@/lib/platform/log/log";
import { exportLines, maySee } from "@/lib/resources/exports/lines";
import { partNames } from "@/lib/resources/exports/parts";
import { readLinkCounts } from "@/lib/resources/links/counts";
import { allAddresses } from "@/lib/resources/links/service";
import { listDeletedLinks } from "@/lib/resources/links/trash/service";
import { readOwnedRows } from "@/lib/resources/ownership";
import { encodePayload, type QrContent } from "@/lib/resources/qr-codes/payload";
import { getLogo } from "@/lib/resources/qr-codes/service";

interface ArchivedFile {
  path: string;
  /**
   * `records`: one JSON record a line; `table`: a CSV with a header; `words`: text for people; `picture`: an image,
   * which is already compressed
   */
  sort: "records" | "table" | "words" | "picture";
  /** returns the file's lines or bytes */
  read(): AsyncIterable<string | Uint8Array>;
}

/** A file's entry in the manifest. */
interface ManifestEntry {
  path: string;
  bytes: number;
  sha256: string;
  /** number of records, if the file has any */
  records?: number;
}

/**
 * Everything that the actor owns, as a ZIP that is created while it is sent: memory use stays at a few hundred KiB at
 * any size. The last file is the manifest, which lists the others, so an archive that has it is complete.
 */
export const writeArchive = (actor: Actor): AsyncGenerator<Buffer> => writeZip((zip, left) => write(zip, actor, left));

async function write(zip: ZipFile, actor: Actor, left: AbortSignal): Promise<void> {
  const begun = new Date();
  const files: ManifestEntry[] = [];
  for await (const file of archivedFiles(actor, begun)) files.push(await add(zip, file, begun, left));
  const manifest = {
    format: "signpost-archive",
    version: 1,
    service: baseUrl(),
    account: actor.username,
    begun: begun.toISOString(),
    ended: new Date().toISOString(),
    files,
    leftOut: partsLeftOut(actor),
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), "manifest.json", { mtime: begun });
}

/** Adds one file and waits until it has been read, so that only one is open at a time. */
async function add(zip: ZipFile, file: ArchivedFile, mtime: Date, left: AbortSignal): Promise<ManifestEntry> {
  const { path, sort, read } = file;
  const hash = createHash("sha256");
  let [bytes, lines] = [0, 0];
  async function* counted() {
    for await (const part of portions(each(read(), () => lines++))) {
      const chunk = Buffer.from(part as string);
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const source = addAbortSignal(left, Readable.from(counted(), { objectMode: false }));
  const isRead = once(source, "end");
  zip.addReadStream(source, path, { mtime, compress: sort !== "picture" });
  await isRead;
  const records = sort === "records" ? lines : sort === "table" ? lines - 1 : undefined;
  return { path, bytes, sha256: hash.digest("hex"), ...(records !== undefined && { records }) };
}

async function* each<Part>(parts: AsyncIterable<Part>, count: () => void): AsyncGenerator<Part> {
  for await (const part of parts) {
    count();
    yield part;
  }
}

/** Every file of an archive except its manifest. */
async function* archivedFiles(actor: Actor, begun: Date): AsyncGenerator<ArchivedFile> {
  yield { path: "README.txt", sort: "words", read: () => linesOf(readme(actor, begun)) };
  yield { path: "settings.jsonl", sort: "records", read: () => writeSettings(actor) };
  // Clicks beyond the plan's limit include their details here: people's own data is never locked in.
  const owner = { ...actor, unlimited: true };
  for (const name of partNames.filter((part) => maySee(actor, part))) {
    const path = `${name}.jsonl`;
    yield { path, sort: "records", read: () => exportLines(owner, path) };
    // This is the format that other services can import.
    if (name === "links") yield { path: "links.csv", sort: "table", read: () => exportLines(owner, "links.csv") };
  }
  yield { path: "deleted-links.jsonl", sort: "records", read: () => deletedLinkLines(actor) };
  yield { path: "days.jsonl", sort: "records", read: () => dayLines(actor) };
  yield* pictureFiles(actor);
}

/** The files that the actor has no permission to see. The manifest lists them. */
const partsLeftOut = (actor: Actor): string[] =>
  partNames.filter((part) => !maySee(actor, part)).map((part) => `${part}.jsonl`);

async function* linesOf(text: string): AsyncGenerator<string> {
  yield text;
}

const perPage = 500;

/** The deleted links that can still be restored. */
async function* deletedLinkLines(actor: Actor): AsyncGenerator<string> {
  for (let page = 1; ; page++) {
    const { rows } = await listDeletedLinks(actor, { page, limit: perPage });
    for (const link of rows) {
      const { id, alias, destination, title, createdAt, deletedAt, domain } = link;
      const { clicks, uniqueClicks } = readLinkCounts(link);
      const record = {
        kind: "deleted-link",
        id,
        alias,
        domain: domain.userId === null ? null : domain.host,
        url: destination,
        title,
        clicks,
        uniqueclicks: uniqueClicks,
        date: formatTimestamp(createdAt),
        deleted: formatTimestamp(deletedAt),
      };
      yield `${JSON.stringify(record)}\n`;
    }
    if (rows.length < perPage) return;
  }
}

/** A batch must be small: an item with many years of clicks has thousands of days. */
const atOnce = 50;
/** More than the age of any instance, so this covers every day. */
const years = 50;

/** How many people clicked what on which day. Daily counts are kept longer than the clicks themselves. */
async function* dayLines(actor: Actor): AsyncGenerator<string> {
  yield* daysOn("link", allAddresses(actor));
  yield* daysOn("qr", readOwnedRows(db.qrCode, actor, "QR code"));
  yield* daysOn("bio", readOwnedRows(db.bioPage, actor, "bio page"));
  yield* daysOn("campaign", readOwnedRows(db.campaign, actor, "campaign"));
}

async function* daysOn(type: ClickSubject, batches: AsyncIterable<{ id: number }[]>): AsyncGenerator<string> {
  const period = lastDays(years * 366);
  for await (const rows of batches) {
    for (let start = 0; start < rows.length; start += atOnce) {
      const ids = rows.slice(start, start + atOnce).map(({ id }) => id);
      const counts = await clicksByDay(type, ids, period);
      for (const id of ids) {
        const days = [...(counts.get(id) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1));
        for (const [date, clicks] of days) yield `${JSON.stringify({ kind: "day", type, id, date, clicks })}\n`;
      }
    }
  }
}

const pixels = 1_024;

/** Yields pictures one at a time: QR codes as they are printed, their logos and the uploads. */
async function* pictureFiles(actor: Actor): AsyncGenerator<ArchivedFile> {
  for await (const codes of readOwnedRows(db.qrCode, actor, "QR code", 100)) {
    for (const code of codes) {
      const logo = await getLogo(code.id);
      const drawn = await drawingOf(actor, code, logo);
      if (drawn) yield fileOf(`qr-codes/${code.code}.svg`, drawn);
      if (logo) yield fileOf(`qr-codes/${code.code}-logo.${extensionOf(logo)}`, logo);
    }
  }
  for (let after = ""; ; ) {
    const [upload] = await db.upload.findMany({
      where: { userId: actor.userId, code: { gt: after } },
      orderBy: { code: "asc" },
      take: 1,
    });
    if (!upload) return;
    yield fileOf(`uploads/${upload.code}.${extensionOf(upload.image)}`, upload.image);
    after = upload.code;
  }
}

const fileOf = (path: string, bytes: Uint8Array): ArchivedFile => ({
  path,
  sort: "picture",
  async *read() {
    yield bytes;
  },
});

const extensionOf = (bytes: Uint8Array) => (detectImageType(bytes) === "png" ? "png" : "jpg");

/** Returns null for a code that can no longer be drawn, so that the rest of the archive is still sent. */
async function drawingOf(actor: Actor, code: QrCode, logo: Buffer | null): Promise<Uint8Array | null> {
  const picture = describePicture(encodePayload(code.code, code as QrContent), readDesign(code), logo);
  try {
    return (await studio().have("draw", { picture, format: "svg", pixels }, actor)).file;
  } catch (error) {
    log.warn({ error: String(error), code: code.id }, "a QR code could not be drawn for an archive");
    return null;
  }
}

/** Explains each file to someone who has only the archive. */
const readme = ({ username }: Actor, begun: Date) => `All that the account ${username} had at ${baseUrl()}
on ${begun.toISOString()}.

Files that end in .jsonl have one JSON object a line, in UTF-8, whose "kind" says
what it is. Their members are those of the API's answers, which ${baseUrl()}/docs
describes: times are UTC, ids are those that others of these files refer to.

  account.jsonl        who has the account
  settings.jsonl       its settings, other log-ins, webhooks, forwardings, and saved views of the list of links
  domains.jsonl        branded domains
  campaigns.jsonl      campaigns
  channels.jsonl       channels; channel-items.jsonl: what is in them
  tags.jsonl           tags
  utm-templates.jsonl  templates of UTM parameters
  shared-statistics.jsonl  of which links and campaigns statistics are shared
  pixels.jsonl         pixels
  overlays.jsonl       CTA overlays; answers.jsonl: what visitors answered
  splash-pages.jsonl   splash pages
  links.jsonl          links with all their settings, and what they go with by name
  links.csv            the same as a table
  deleted-links.jsonl  links that could still be restored
  qr-codes.jsonl       QR codes with their content
  qr-templates.jsonl   how QR codes look, to be used again
  bio-pages.jsonl      bio pages with their blocks
  sms.jsonl            messages that were sent
  clicks.jsonl         each click of which the detail is kept, robots included
  conversions.jsonl    what visitors did after clicks
  conversion-corrections.jsonl  which of these were corrected or withdrawn, by whom and when
  audit.jsonl          who changed what, if who had this made may see it
  days.jsonl           how many people clicked what on which day, as long as it is there
  qr-codes/            their pictures, by their codes, and their logos
  uploads/             pictures that were uploaded, by the name in their address
  manifest.json        of each file its bytes, its SHA-256 and how many records it has; and the files
                       that are left out because who had this made may not see them

links.jsonl and links.csv can be brought in again: at ${baseUrl()}/dashboard/import,
or at any other Signpost, with their aliases, rules, tags and the rest.
Nothing in here is a secret of the account: no password, no API key, no token.
`;

/** The account's settings, one line each, without secrets: no password, key or token. */
async function* writeSettings({ userId, plan }: Actor): AsyncGenerator<string> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      locale: true,
      emailVerifiedAt: true,
      twoFactor: { select: { enabledAt: true } },
      identities: { select: { issuer: true, label: true, createdAt: true }, orderBy: { id: "asc" } },
      smsAccount: { select: { accountSid: true } },
      weeklyReport: { select: { userId: true } },
      defaultDomain: { select: { scheme: true, host: true } },
    },
  });
  const { locale, emailVerifiedAt, twoFactor, identities, smsAccount, defaultDomain, weeklyReport } = user;
  yield line({
    kind: "settings",
    language: locale,
    plan: plan.name,
    emailconfirmed: emailVerifiedAt !== null,
    twofactor: (twoFactor?.enabledAt ?? null) !== null,
    weeklyreport: weeklyReport !== null,
    smsaccount: smsAccount?.accountSid ?? null,
    domain: defaultDomain && `${defaultDomain.scheme}://${defaultDomain.host}`,
  });
  for (const { issuer, label, createdAt } of identities) {
    yield line({ kind: "connection", issuer, label, date: formatTimestamp(createdAt) });
  }
  const webhooks = await db.webhook.findMany({ where: { userId }, orderBy: { id: "asc" } });
  for (const { name, url, events, status, linkId, campaignId, tagId, createdAt, ...own } of webhooks) {
    const { forwarding, site, template } = own;
    const date = formatTimestamp(createdAt);
    yield line({
      ...(forwarding ? { kind: "forwarding", to: forwarding, site, template } : { kind: "webhook" }),
      ...{ name, url, events, status, link: linkId, campaign: campaignId, tag: tagId, date },
    });
  }
  const views = await db.linkView.findMany({ where: { userId }, orderBy: { id: "asc" } });
  for (const { name, query } of views) yield line({ kind: "view", name, query });
}

const line = (record: object) => `${JSON.stringify(record)}\n`;
