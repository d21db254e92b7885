import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { deserialize } from "node:v8";

// Numbers of networks whose names do not show that they are hosting: Amazon, Google's and Microsoft's clouds,
// DigitalOcean, OVH, Hetzner, Linode, Vultr, Oracle, Alibaba, Tencent, LeaseWeb, Scaleway, Contabo, IONOS, HostPapa,
// Psychz, netcup, Selectel, Multacom, Unified Layer, GoDaddy, IBM; and, in the third line, Huawei's clouds.
const HOSTING = new Set(
  `16509 14618 8987 396982 8075 14061 46652 62567 393406 200130 16276 35540 24940 213230 212317 63949 20473 31898 45102 37963
   45090 132203 60781 28753 30633 59253 395954 12876 51167 40021 141995 8560 36352 40676 197540 49505 35916 46606 26496 36351
   136907 141180 149167 151610 55990 63727 206204 206798 265443`.split(/\s+/),
);
// Networks of mail filters that open every link: Barracuda, Proofpoint, Mimecast, MessageLabs, Trend Micro, IronPort,
// Trellix, Hornetsecurity, AppRiver, Zix, retarus, Sophos. Those that companies also browse through, such as Zscaler,
// Forcepoint and Fortinet, are left out.
const MAIL_FILTERS = new Set(
  `15324 13916 22843 26211 52129 30031 33538 397726 37235 39588 42427 60492 136792 208638 7583 132229 16880 16417 30215 30238
   40427 17330 46484 401943 53780 13380 59519 48328 399342`.split(/\s+/),
);
const HOSTING_NAMES =
  /\bhost(?:ing|s|er)?\b|hosting\b|hostinger|cloud\b|\bcloud|\bdata ?cent(?:er|re)s?\b|\bservers?\b|servers\b|\bvps|\bcolo(?:cation)?\b|\bdedicated\b/i;
// Networks that people also use: the relays of Apple and Google, WARP, VPNs, and providers with a cloud in their name
// that also connect homes.
const PEOPLE = new Set(
  "13335 209242 14789 54113 20940 36183 16625 9009 60068 212238 62371 209103 39351 136787 147049 207137 11878 203020".split(
    " ",
  ),
);
const PEOPLE_NAMES =
  /cloudflare|fastly|akamai|\bvpn|vpn\b|prox(?:y|ies)|relay|mullvad|packethub|hostroyale|telecom|telekom|telef|telmex|mobile|movil|broadband|wireless|cable|fib(?:er|re)|internet|communicat|univers|college|school|government|state of|hospital|bank|chinanet/i;

/**
 * Networks from the lists of their owners. In the table of announced networks, DigitalOcean's IPv6 networks are missing
 * (digitalocean.com/geo/google.csv), and Google's crawlers share a number with its staff and other services
 * (developers.google.com/crawling/ipranges).
 */
const PUBLISHED: [network: string, label: string][] = [
  ["2400:6180::/32", "AS14061 DigitalOcean LLC"],
  ["2604:a880::/32", "AS14061 DigitalOcean LLC"],
  ["2a03:b0c0::/32", "AS14061 DigitalOcean LLC"],
  ["66.249.64.0/19", "AS15169 Google crawlers"],
  ["72.14.199.0/24", "AS15169 Google crawlers"],
  ["209.85.238.0/24", "AS15169 Google crawlers"],
  ["2001:4860:4801::/48", "AS15169 Google crawlers"],
];

const LABEL_LENGTH = 40;

/** Returns whether a network is for programs and not for people, by its number and name. */
export const isHosting = (number: string, name: string) =>
  HOSTING.has(number) ||
  MAIL_FILTERS.has(number) ||
  (HOSTING_NAMES.test(name) && !PEOPLE.has(number) && !PEOPLE_NAMES.test(name));

/** Returns the label of a network in verdicts. */
export const labelOf = (number: number, name: string) =>
  `AS${number} ${name.replace(/[^\w .-]/g, "")}`.slice(0, LABEL_LENGTH).trim();

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
