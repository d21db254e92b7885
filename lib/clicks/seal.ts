import { hash } from "node:crypto";
import { derivedSecret } from "@/lib/auth/secrets";
import { type EnrichedClick, idsOf } from "./enriched-click";
import { utmFields } from "./visit";

/** So many clicks a segment may have: a click's id is its segment's number times this, and its place there. */
export const SEGMENT = 2 ** 20;

export const segmentOf = (id: number) => Math.floor(id / SEGMENT);

/** Hexadecimal digits of a hash: those that a click's row shows, and then those that add up to its segment's digest. */
const SHOWN = 16;
const LIMB = 8;
const LIMBS = 4;

/** The columns that `factsOf` tells, in its order. */
export const FACTS = [
  ...["link_id", "qr_code_id", "campaign_id", "bio_page_id", "visitor", "country", "language", "referrer"],
  ...["browser", "os", "device", ...utmFields.map((field) => `utm_${field}`), "rule", "bio_block"],
  ...["variant", "devices", "region", "city"],
];

/**
 * What is known of a visit, as the database's own text format has it: fields between tabs. Not what is thought of it (robot,
 * class, unique, beyond), which may be thought otherwise later. `at` in milliseconds, as exact as it is kept.
 */
export function factsOf(click: EnrichedClick, at: number): string {
  const { visitor, country, language, referrer, browser, os, device, utm } = click;
  const ids = idsOf(click, "");
  const named = utm ? utmFields.map((field) => utm[field] ?? "").join("\t") : "\t\t\t\t";
  const who = `${visitor ?? ""}\t${country ?? ""}\t${language ?? ""}\t${referrer}\t${browser}\t${os}\t${device}`;
  const where = `${click.rule ?? ""}\t${click.bioBlock ?? ""}\t${click.variant ?? ""}`;
  return `${at}\t${ids}\t${who}\t${named}\t${where}\t${click.devices}\t${click.region ?? ""}\t${click.city ?? ""}`;
}

/** A keyed hash of a click at its place. None of it tells the rest, of which only the first part is ever shown. */
export function sealOf(place: string): { seal: string; rest: string } {
  const hashed = keyedHash(place);
  return { seal: hashed.slice(0, SHOWN), rest: hashed.slice(SHOWN, SHOWN + LIMBS * LIMB) };
}

export const placeOf = (id: number, facts: string) => `${id}\t${facts}`;

let key: string | undefined;

/** Of a value that is shown in part, if at all: so nothing can be appended to it. */
export function keyedHash(value: string): string {
  key ??= derivedSecret("click-seals");
  return hash("sha256", key + value, "hex");
}

/** The sum of what seals hide, in any order, of which parts can be taken away again. */
export class Digest {
  private readonly limbs: number[];

  constructor(bytes: Uint8Array = new Uint8Array(LIMBS * 4)) {
    const buffer = Buffer.from(bytes);
    this.limbs = Array.from({ length: LIMBS }, (_, limb) => buffer.readUInt32BE(limb * 4));
  }

  add(rest: string): void {
    const { limbs } = this;
    for (let limb = 0; limb < LIMBS; limb++)
      limbs[limb] = ((limbs[limb] as number) + Number.parseInt(rest.slice(limb * LIMB, limb * LIMB + LIMB), 16)) >>> 0;
  }

  bytes(): Buffer {
    return this.combined(new Digest(), 1);
  }

  plus(other: Digest): Buffer {
    return this.combined(other, 1);
  }

  minus(other: Digest): Buffer {
    return this.combined(other, -1);
  }

  private combined(other: Digest, sign: 1 | -1): Buffer {
    const buffer = Buffer.alloc(LIMBS * 4);
    for (let limb = 0; limb < LIMBS; limb++)
      buffer.writeUInt32BE(((this.limbs[limb] as number) + sign * (other.limbs[limb] as number)) >>> 0, limb * 4);
    return buffer;
  }
}
