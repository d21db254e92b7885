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
  /** see `visitorOf` */
  visitor: string;
  /** milliseconds since 1970 */
  at: number;
}

/** An event that a page reports. It is not a visit. */
export type PageEvent = OverlayEvent | Conversion;

/** Returns an event as a line of a journal. It says no more about a visitor than statistics do. */
export const formatPageEvent = (event: PageEvent): string =>
  event.kind === "overlay"
    ? `overlay\t${event.overlayId}\t${event.counts}\n`
    : `conversion\t${event.at}\t${event.linkId}\t${event.visitor}\n`;

const overlayLine = /^overlay\t([1-9]\d{0,9})\t(impressions|responses)$/;
const conversionLine = /^conversion\t([1-9]\d{11,13})\t([1-9]\d{0,9})\t(-?\d{1,19})$/;

/** Parses such a line (without its newline). Returns null for another or a damaged line. */
export function parsePageEvent(line: string): PageEvent | null {
  const overlay = overlayLine.exec(line);
  if (overlay) {
    const [, id, counts] = overlay;
    return isId(Number(id))
      ? { kind: "overlay", overlayId: Number(id), counts: counts as OverlayEvent["counts"] }
      : null;
  }
  const [, at, id, visitor = ""] = conversionLine.exec(line) ?? [];
  const linkId = Number(id);
  return isId(linkId) && isBigint(visitor) ? { kind: "conversion", linkId, visitor, at: Number(at) } : null;
}

const isId = (id: number) => id > 0 && id <= 0x7fffffff;
const isBigint = (text: string) => BigInt.asIntN(64, BigInt(text)) === BigInt(text);
