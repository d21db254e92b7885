/** The script of an overlay tells that it was shown to somebody, or got from them what it asks for. */
export interface OverlayEvent {
  kind: "overlay";
  overlayId: number;
  counts: "impressions" | "responses";
}

/** The destination's site tells that a visitor of a link has done there what it leads to. */
export interface Conversion {
  kind: "conversion";
  linkId: number;
  /** see `visitorOf` */
  visitor: string;
  /** milliseconds since 1970 */
  at: number;
}

/** What pages tell of their visitors, who are no visits for that. */
export type Told = OverlayEvent | Conversion;

/** As a line of a journal, beside those of clicks. Of a visitor it has no more than the statistics. */
export const formatTold = (told: Told): string =>
  told.kind === "overlay"
    ? `overlay\t${told.overlayId}\t${told.counts}\n`
    : `conversion\t${told.at}\t${told.linkId}\t${told.visitor}\n`;

const overlayLine = /^overlay\t([1-9]\d{0,9})\t(impressions|responses)$/;
const conversionLine = /^conversion\t([1-9]\d{11,13})\t([1-9]\d{0,9})\t(-?\d{1,19})$/;

/** What such a line (without its newline) says; null where it is another one, or damaged. */
export function parseTold(line: string): Told | null {
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
