import type { ClickSubjects, RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { type Mark, utmFrom, type Visit } from "@/lib/clicks/classify/visit";
import { utmFields } from "@/lib/contract/utm";

/** The first field of a line. Lines of the first version begin with the time of the visit instead. */
const VERSION = "2";
const FIELDS = 13;
/** Written among the flags, because older instances ignore unknown flags. */
const MARKS: Record<Mark, string> = { embedded: "e", range: "r", signed: "s" };
const FIELDS_V1 = 10;
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

/**
 * Returns a click as one line of a journal: fields separated by tabs, with a final newline. Control characters, which
 * are not allowed in headers, become spaces, so no visitor's input can end a field or a line.
 */
export function formatLine(visit: Visit, subjects: ClickSubjects): string {
  const { linkId = "", qrCodeId = "", campaignId = "", bioPageId = "", bioBlock = "" } = subjects;
  // Rule and variant share one field, which older instances keep unchanged.
  const rule = `${subjects.rule ?? ""}${subjects.variant ? `~${subjects.variant}` : ""}`;
  const { at, address, language, referrer, userAgent, utm } = visit;
  const ids = `${linkId}\t${qrCodeId}\t${campaignId}\t${bioPageId}\t${bioBlock}\t${rule}`;
  const mark = visit.mark ? MARKS[visit.mark] : "";
  const pressed = visit.pressed ? "b" : "";
  const flags = `${visit.head ? "h" : ""}${visit.prefetch ? "p" : ""}${visit.untracked ? "u" : ""}${visit.agreed ? "y" : ""}${pressed}${mark}${visit.headers ?? ""}`;
  const sent = `${clean(address)}\t${clean(language)}\t${clean(referrer)}\t${clean(userAgent)}`;
  const named = utm ? utmFields.map((field) => `\t${clean(utm[field] ?? "")}`).join("") : "";
  return `${VERSION}\t${at}\t${ids}\t${flags}\t${sent}${named}\n`;
}

/** Parses a line (without its newline) of any version. Returns null for a damaged line. */
export function parseLine(line: string): RecordedClick | null {
  const fields = line.split("\t");
  if (fields[0] === VERSION) return parseFields(fields);
  return fields.length === FIELDS_V1 ? parseFields([VERSION, ...fields.slice(0, 5), "", "", ...fields.slice(5)]) : null;
}

function parseFields(fields: string[]): RecordedClick | null {
  if (fields.length !== FIELDS && fields.length !== FIELDS + utmFields.length) return null;
  const [, at, link, qr, campaign, bio, bioBlock, decided, flags, address, language, referrer, userAgent, ...utm] =
    fields as Fields;
  const linkId = parseId(link);
  const qrCodeId = parseId(qr);
  const campaignId = parseId(campaign);
  const bioPageId = parseId(bio);
  const time = Number(at);
  // An earlier time is a torn number or comes from a clock that was never set. A later one is equally wrong, and
  // outside ClickHouse's range.
  if (!Number.isSafeInteger(time) || time < EARLIEST || time >= LATEST) return null;
  if (linkId === null || qrCodeId === null || campaignId === null || bioPageId === null) return null;
  const head = flags.includes("h");
  const prefetch = flags.includes("p");
  const untracked = flags.includes("u");
  const mark = (Object.keys(MARKS) as Mark[]).find((name) => flags.includes(MARKS[name]));
  const [rule, variant = ""] = decided.split("~");
  const headers = /\d{1,2}/.exec(flags)?.[0];
  return {
    visit: {
      at: time,
      address,
      userAgent,
      referrer,
      language,
      head,
      prefetch,
      mark,
      untracked,
      ...(flags.includes("y") && { agreed: true }),
      ...(flags.includes("b") && { pressed: true }),
      headers: headers === undefined ? undefined : Number(headers),
      utm: utm.length > 0 ? utmFrom((field) => utm[utmFields.indexOf(field)]) : undefined,
    },
    subjects: {
      ...{ linkId, qrCodeId, campaignId, bioPageId },
      bioBlock: bioBlock || undefined,
      rule: rule || undefined,
      variant: VARIANT.test(variant) ? variant : undefined,
    },
  };
}

type Ids = [version: string, at: string, link: string, qr: string, campaign: string, bio: string, block: string];
type Sent = [decided: string, flags: string, address: string, language: string, referrer: string, userAgent: string];
type Fields = [...Ids, ...Sent, ...utm: string[]];

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const CONTROL = /[\x00-\x1f\x7f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const CONTROLS = /[\x00-\x1f\x7f]/g;

const clean = (value: string) => (CONTROL.test(value) ? value.replace(CONTROLS, " ") : value);

const VARIANT = /^(?=.{3,80}$)[a-z0-9]+(?:\.[a-z0-9]+)+$/;

/** Returns an id of the database's type `integer`; undefined for an empty field, null for anything else. */
function parseId(field: string): number | null | undefined {
  if (field === "") return undefined;
  const id = Number(field);
  return Number.isInteger(id) && id > 0 && id <= 0x7fffffff ? id : null;
}

/** Reported by an overlay's script: it was shown to a person, or the person responded. */
export interface OverlayEvent {
  kind: "overlay";
  overlayId: number;
  counts: "impressions" | "responses";
}

/** Reported by the destination's site: a visitor of a link has converted. */
export interface Conversion {
  kind: "conversion";
  linkId: number;
  /** see `identifyVisitor` */
  visitor: string;
  /** milliseconds since 1970 */
  at: number;
}

/** Reported by a page or a mail, with the id of a click. */
export interface ClickConversion {
  kind: "click conversion";
  /** see `newClickId` */
  clickId: string;
  event: string;
  /** in minor units; either both are given or none */
  amount?: number;
  currency?: string;
  /** milliseconds since 1970 */
  at: number;
}

/** An event that a page reports. It is not a visit. */
export type PageEvent = OverlayEvent | Conversion | ClickConversion;

/** Returns an event as a line of a journal. It contains no more about a visitor than statistics do. */
export function formatPageEvent(event: PageEvent): string {
  switch (event.kind) {
    case "overlay":
      return `overlay\t${event.overlayId}\t${event.counts}\n`;
    case "conversion":
      return `conversion\t${event.at}\t${event.linkId}\t${event.visitor}\n`;
    case "click conversion": {
      const worth = event.amount === undefined ? "" : `\t${event.amount}\t${event.currency}`;
      return `converted\t${event.at}\t${event.clickId}\t${event.event}${worth}\n`;
    }
  }
}

const overlayLine = /^overlay\t([1-9]\d{0,9})\t(impressions|responses)$/;
const conversionLine = /^conversion\t([1-9]\d{11,13})\t([1-9]\d{0,9})\t(-?\d{1,19})$/;

const convertedLine =
  /^converted\t([1-9]\d{11,13})\t([\w-]{42,150})\t([a-z][a-z0-9_-]{0,39})(?:\t(\d{1,13})\t([A-Z]{3}))?$/;

/** Parses such a line (without its newline). Returns null for another kind of line or a damaged one. */
export function parsePageEvent(line: string): PageEvent | null {
  const overlay = overlayLine.exec(line);
  if (overlay) {
    const [, id, counts] = overlay;
    return isId(Number(id))
      ? { kind: "overlay", overlayId: Number(id), counts: counts as OverlayEvent["counts"] }
      : null;
  }
  const converted = convertedLine.exec(line);
  if (converted) {
    const [, time, clickId = "", event = "", amount, currency] = converted;
    const worth = amount === undefined ? {} : { amount: Number(amount), currency };
    return { kind: "click conversion", at: Number(time), clickId, event, ...worth };
  }
  const [, at, id, visitor = ""] = conversionLine.exec(line) ?? [];
  const linkId = Number(id);
  return isId(linkId) && isBigint(visitor) ? { kind: "conversion", linkId, visitor, at: Number(at) } : null;
}

const isId = (id: number) => id > 0 && id <= 0x7fffffff;
const isBigint = (text: string) => BigInt.asIntN(64, BigInt(text)) === BigInt(text);
