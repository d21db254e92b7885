import { hash } from "node:crypto";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { derivedSecret } from "@/lib/platform/secrets";
import { FACTS, storedColumns } from "./stored-columns";

/** Maximum number of clicks in a segment. A click's id is its segment's number times this, plus its place in it. */
export const SEGMENT = 2 ** 20;

export const segmentOf = (id: number) => Math.floor(id / SEGMENT);

/**
 * A seal's hexadecimal digits: the part that a click's row contains, and then the part that adds up to its segment's
 * digest.
 */
const SHOWN = 16;
const LIMB = 8;
const LIMBS = 4;

const facts = FACTS.map((name) => storedColumns[name]);

/**
 * Returns the facts of a visit in the database's text format, with tabs between fields. Judgments (robot, class,
 * unique, beyond) are left out because they may change later. `at` is in milliseconds, at the stored precision.
 */
export function factsOf(click: EnrichedClick, at: number): string {
  let text = `${at}`;
  for (const { of } of facts) text += `\t${of(click) ?? ""}`;
  return text;
}

/** Returns a keyed hash of a click at its place. Neither part reveals the other, and only the first is ever shown. */
export function sealPlace(place: string): { seal: string; rest: string } {
  const hashed = keyedHash(place);
  return { seal: hashed.slice(0, SHOWN), rest: hashed.slice(SHOWN, SHOWN + LIMBS * LIMB) };
}

export const clickPlace = (id: number, facts: string) => `${id}\t${facts}`;

let key: string | undefined;

/** At most a part of the hash is ever shown, so a length extension attack is not possible. */
export function keyedHash(value: string): string {
  key ??= derivedSecret("click-seals");
  return hash("sha256", key + value, "hex");
}

/** The sum of the hidden parts of seals. The order does not matter, and parts can be subtracted again. */
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
