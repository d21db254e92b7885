import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { deserialize } from "node:v8";
import { PUBLISHED } from "./hosting-names";

/** The networks of data centers. Programs visit from them, but hardly any people. */
export interface HostingNetworks {
  /** Returns a label such as `AS16509 Amazon.com Inc.`, or null for an address in none of these networks. */
  find(address: string): string | null;
}

/** Ascending ranges that do not overlap, each with the index of its name. */
export interface PackedRanges<Address extends number | bigint> {
  starts: ArrayLike<Address>;
  ends: ArrayLike<Address>;
  names: Uint16Array;
}

/** The format that `packHostingNetworks` writes. */
export interface PackedNetworks {
  names: string[];
  v4: PackedRanges<number>;
  /** by the first 64 bits */
  v6: PackedRanges<bigint>;
}

// Resolved by path, because a bundle is in another folder than this file.
const PACKED = resolve(".build/hosting-networks.bin");

/** Reads the networks that the build has packed. */
export function readHostingNetworks(file = PACKED): HostingNetworks {
  const { names, v4, v6 }: PackedNetworks = deserialize(readFileSync(/* turbopackIgnore: true */ file));
  return {
    find(address) {
      const published = PUBLISHED_RANGES.find(({ holds }) => holds(address));
      if (published) return published.label;
      const place = address.includes(":") ? placeIn(v6, halfOfV6(address)) : placeIn(v4, numberOfV4(address));
      return (place !== undefined && names[place]) || null;
    },
  };
}

/** The networks of `PUBLISHED`. Their prefixes have at most 64 bits. */
const PUBLISHED_RANGES = PUBLISHED.map(([network, label]) => {
  const [start = "", bits = ""] = network.split("/");
  const isV6 = start.includes(":");
  const shift = BigInt((isV6 ? 64 : 32) - Number(bits));
  const prefixOf = (address: string) => (isV6 ? halfOfV6(address) : BigInt(numberOfV4(address))) >> shift;
  const prefix = prefixOf(start);
  return { label, holds: (address: string) => address.includes(":") === isV6 && prefixOf(address) === prefix };
});

function placeIn<Address extends number | bigint>(ranges: PackedRanges<Address>, address: Address): number | undefined {
  const { starts, ends, names } = ranges;
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as Address) <= address) low = middle + 1;
    else high = middle;
  }
  return low > 0 && address <= (ends[low - 1] as Address) ? names[low - 1] : undefined;
}

/** Returns an IPv4 address as a number; -1 if it is not one. */
function numberOfV4(address: string): number {
  const parts = address.split(".");
  if (parts.length !== 4) return -1;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Returns the first 64 bits of an IPv6 address; 0 if it is not one. */
function halfOfV6(address: string): bigint {
  const [before = "", after] = address.split("::");
  const groups = before === "" ? [] : before.split(":");
  if (after !== undefined) {
    const last = after === "" ? [] : after.split(":");
    while (groups.length + last.length < 8) groups.push("0");
    groups.push(...last);
  }
  if (!groups.slice(0, 4).every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return 0n;
  return groups.slice(0, 4).reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}
