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
