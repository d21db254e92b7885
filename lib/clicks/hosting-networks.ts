import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The networks of data centres, from which programs visit and hardly any people. */
export interface HostingNetworks {
  /** `AS16509 Amazon.com Inc.`, or null for an address that is in none of them. */
  find(address: string): string | null;
}

// By path, as the countries are.
const DATA = resolve("node_modules/@ip-location-db/asn");

// Whose names do not say it: Amazon, Google's and Microsoft's clouds, DigitalOcean, OVH, Hetzner, Linode, Vultr, Oracle, Alibaba,
// Tencent, LeaseWeb, Scaleway, Contabo, IONOS, HostPapa, Psychz, netcup, Selectel, Multacom, Unified Layer, GoDaddy, IBM.
const HOSTING = new Set(
  `16509 14618 8987 396982 8075 14061 62567 393406 200130 16276 35540 24940 213230 212317 63949 20473 31898 45102 37963 45090
   132203 60781 28753 30633 59253 395954 12876 51167 40021 141995 8560 36352 40676 197540 49505 35916 46606 26496 36351`.split(
    /\s+/,
  ),
);
const HOSTING_NAMES =
  /\bhost(?:ing|s|er)?\b|hosting\b|hostinger|cloud\b|\bcloud|\bdata ?cent(?:er|re)s?\b|\bservers?\b|servers\b|\bvps|\bcolo(?:cation)?\b|\bdedicated\b/i;
// Out of these, people come: the relays of Apple and Google, WARP, VPNs; and who has a cloud in the name and lines to homes.
const PEOPLE = new Set(
  "13335 209242 14789 54113 20940 36183 16625 9009 60068 212238 62371 209103 39351 136787 147049 207137 11878 203020".split(
    " ",
  ),
);
const PEOPLE_NAMES =
  /cloudflare|fastly|akamai|\bvpn|vpn\b|prox(?:y|ies)|relay|mullvad|packethub|hostroyale|telecom|telekom|telef|telmex|mobile|movil|broadband|wireless|cable|fib(?:er|re)|internet|communicat|univers|college|school|government|state of|hospital|bank|chinanet/i;

const LABEL_LENGTH = 40;

/** By the number and the name of who has the network. */
export const isHosting = (number: string, name: string) =>
  HOSTING.has(number) || (HOSTING_NAMES.test(name) && !PEOPLE.has(number) && !PEOPLE_NAMES.test(name));

/** Whether a network that was found by its name still would be. Of a name that was cut that cannot be told. */
export function isHostingLabel(label: string): boolean {
  const [, number = "", name = ""] = /^AS(\d+) ?(.*)$/.exec(label) ?? [];
  return label.length >= LABEL_LENGTH - 1 || isHosting(number, name);
}

const touches = (end: number | bigint, start: number | bigint) =>
  typeof end === "number" ? start <= end + 1 : start <= end + 1n;

/** Ranges that ascend and do not overlap, and of each the place of its name. */
class Ranges<Address extends number | bigint> {
  readonly starts: Address[] = [];
  private readonly ends: Address[] = [];
  private readonly names: number[] = [];

  add(start: Address, end: Address, name: number): void {
    const last = this.ends.length - 1;
    // Many are parts of one.
    if (this.names[last] === name && touches(this.ends[last] as Address, start)) this.ends[last] = end;
    else this.names[this.starts.push(start) && this.ends.push(end) - 1] = name;
  }

  sealed(pack: (values: Address[]) => ArrayLike<Address>): (address: Address) => number | undefined {
    const [starts, ends, names] = [pack(this.starts), pack(this.ends), Uint16Array.from(this.names)];
    return (address) => {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] as Address) <= address) low = middle + 1;
        else high = middle;
      }
      return low > 0 && address <= (ends[low - 1] as Address) ? names[low - 1] : undefined;
    };
  }
}

const [COMMA, NEWLINE, ZERO] = [44, 10, 48];

/** Reads the data set: for threads that answer nobody. Of most of its lines no more than the number of whose they are. */
export function readHostingNetworks(directory = DATA): HostingNetworks {
  const names: string[] = [];
  const places = new Map<number, number>();
  const placeOf = (number: number, name: string): number => {
    const label = `AS${number} ${name.replace(/[^\w .-]/g, "")}`.slice(0, LABEL_LENGTH).trim();
    const place = isHosting(String(number), name) ? names.push(label) - 1 : -1;
    places.set(number, place);
    return place;
  };
  const read = <Address extends number | bigint>(file: string, parse: (text: string) => Address): Ranges<Address> => {
    const ranges = new Ranges<Address>();
    const bytes = readFileSync(/* turbopackIgnore: true */ join(directory, file));
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
  const inV4 = read("asn-ipv4-num.csv", Number).sealed((values) => Uint32Array.from(values));
  // Nobody is given less than 64 bits.
  const inV6 = read("asn-ipv6-num.csv", (text) => BigInt(text) >> 64n).sealed((values) => BigUint64Array.from(values));
  return {
    find(address) {
      const place = address.includes(":") ? inV6(halfOfV6(address)) : inV4(numberOfV4(address));
      return (place !== undefined && names[place]) || null;
    },
  };
}

/** -1 for none. */
function numberOfV4(address: string): number {
  const parts = address.split(".");
  if (parts.length !== 4) return -1;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** The first 64 bits; 0 for none. */
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
