import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { serialize } from "node:v8";
import { isHosting, labelOf, type PackedNetworks, type PackedRanges } from "./hosting-networks";

const DATA = resolve("node_modules/@ip-location-db/asn");

const touches = (end: number | bigint, start: number | bigint) =>
  typeof end === "number" ? start <= end + 1 : start <= end + 1n;

/** Ascending ranges that do not overlap, each with the index of its name. */
class Ranges<Address extends number | bigint> {
  readonly starts: Address[] = [];
  private readonly ends: Address[] = [];
  private readonly names: number[] = [];

  add(start: Address, end: Address, name: number): void {
    const last = this.ends.length - 1;
    // Many ranges start where the previous one ends.
    if (this.names[last] === name && touches(this.ends[last] as Address, start)) this.ends[last] = end;
    else this.names[this.starts.push(start) && this.ends.push(end) - 1] = name;
  }

  packed(pack: (values: Address[]) => PackedRanges<Address>["starts"]): PackedRanges<Address> {
    return { starts: pack(this.starts), ends: pack(this.ends), names: Uint16Array.from(this.names) };
  }
}

const [COMMA, NEWLINE, ZERO] = [44, 10, 48];

/**
 * Extracts the networks of data centers from the data set of all networks, for `readHostingNetworks`: a fortieth of it.
 * The build does this because it takes a second of processor time. Of most lines only the network's number is read.
 */
export function packHostingNetworks(directory = DATA): Buffer {
  const names: string[] = [];
  const places = new Map<number, number>();
  const placeOf = (number: number, name: string): number => {
    const place = isHosting(String(number), name) ? names.push(labelOf(number, name)) - 1 : -1;
    places.set(number, place);
    return place;
  };
  const read = <Address extends number | bigint>(file: string, parse: (text: string) => Address): Ranges<Address> => {
    const ranges = new Ranges<Address>();
    const bytes = readFileSync(join(directory, file));
    const { length } = bytes;
    for (let from = 0, at = 0; from < length; from = ++at) {
      while (bytes[at] !== COMMA) at++;
      const first = at++;
      while (bytes[at] !== COMMA) at++;
      const second = at++;
      let number = 0;
      for (; bytes[at] !== COMMA; at++) number = number * 10 + (bytes[at] as number) - ZERO;
      const third = at;
      while (at < length && bytes[at] !== NEWLINE) at++;
      const place = places.get(number) ?? placeOf(number, bytes.toString("latin1", third + 1, at));
      if (place >= 0)
        ranges.add(
          parse(bytes.toString("latin1", from, first)),
          parse(bytes.toString("latin1", first + 1, second)),
          place,
        );
    }
    return ranges;
  };
  const v4 = read("asn-ipv4-num.csv", Number).packed((values) => Uint32Array.from(values));
  // No network gets less than 64 bits.
  const v6 = read("asn-ipv6-num.csv", (text) => BigInt(text) >> 64n).packed((values) => BigUint64Array.from(values));
  return serialize({ names, v4, v6 } satisfies PackedNetworks);
}
