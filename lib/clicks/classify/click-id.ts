import { randomFillSync, timingSafeEqual } from "node:crypto";
import { hmac } from "@/lib/platform/secrets";

/** The parameter of a destination that has the id of the click. */
export const clickParameter = "sp_click";

/** The content of a click's id. None of it is about the visitor. */
export interface IdentifiedClick {
  linkId: number;
  campaignId: number | null;
  /** see `ClickSubjects` */
  variant: string | null;
  /** milliseconds since 1970 */
  at: number;
  /** see `Visit` */
  agreed: boolean;
  /** a random 64-bit number in decimal that distinguishes this click from others */
  click: string;
}

const VERSION = 1;
/** The version of an id whose visitor has agreed. The format is the same. */
const AGREED_VERSION = 2;
const LINK = 1;
const CAMPAIGN = 5;
const TIME = 9;
const RANDOM = 15;
const VARIANT = 23;
const MAC_BYTES = 8;
const MOST_OF_VARIANT = 80;

type NewClick = Omit<IdentifiedClick, "click" | "agreed"> & { agreed?: boolean };

/**
 * Returns a new id for a click. It is signed and contains what a conversion needs, so nothing is stored for it, and it is
 * valid before the click is stored.
 */
export function newClickId({ linkId, campaignId, variant, at, agreed = false }: NewClick): string {
  const named = variant ?? "";
  const body = Buffer.alloc(VARIANT + named.length);
  body[0] = agreed ? AGREED_VERSION : VERSION;
  body.writeUInt32BE(linkId, LINK);
  body.writeUInt32BE(campaignId ?? 0, CAMPAIGN);
  body.writeUIntBE(at, TIME, 6);
  randomFillSync(body, RANDOM, 8);
  body.write(named, VARIANT, "latin1");
  return Buffer.concat([body, macOf(body)]).toString("base64url");
}

const ID = new RegExp(
  `^[\\w-]{${base64Length(VARIANT + MAC_BYTES)},${base64Length(VARIANT + MOST_OF_VARIANT + MAC_BYTES)}}$`,
);

/** Reads the id of a click. Returns null for anything that this service did not make. */
export function readClickId(id: string): IdentifiedClick | null {
  if (!ID.test(id)) return null;
  const bytes = Buffer.from(id, "base64url");
  const body = bytes.subarray(0, -MAC_BYTES);
  if ((body[0] !== VERSION && body[0] !== AGREED_VERSION) || !timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(body)))
    return null;
  return {
    linkId: body.readUInt32BE(LINK),
    campaignId: body.readUInt32BE(CAMPAIGN) || null,
    variant: body.toString("latin1", VARIANT) || null,
    at: body.readUIntBE(TIME, 6),
    agreed: body[0] === AGREED_VERSION,
    click: body.readBigInt64BE(RANDOM).toString(),
  };
}

const macOf = (body: Buffer) => hmac("click-id", body.toString("latin1")).subarray(0, MAC_BYTES);

function base64Length(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}
