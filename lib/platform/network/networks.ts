import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Returns the network that an address is counted by: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * client has the whole /64. Anything that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  return groups ? (embeddedIn(groups) ?? prefixOf(groups, 4)) : address;
}

/** Returns the /48 of an IPv6 address, because one customer may have all its 65,536 networks; null for all others. */
export function wideNetworkOf(address: string): string | null {
  const groups = groupsOf(address);
  return groups && !embeddedIn(groups) ? prefixOf(groups, 3) : null;
}

const prefixOf = (groups: number[], count: number) =>
  `${groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":")}::/${count * 16}`;

/** Returns the eight numbers of an IPv6 address; null for anything else. */
function groupsOf(address: string): number[] | null {
  if (!isIPv6(address)) return null;
  const [plain = ""] = address.split("%");
  const [head = [], tail] = plain.split("::").map((part) => part.split(":").filter(Boolean).flatMap(numbersOf));
  return tail ? [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail] : head;
}

/** Returns the number of a hexadecimal group, or the two numbers of an IPv4 address at the end. */
function numbersOf(part: string): number[] {
  if (!isIPv4(part)) return [Number.parseInt(part, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

/**
 * Returns the IPv4 address that a mapped, NAT64 (RFC 6052) or 6to4 address contains. The owner of an IPv4 address also
 * owns all its 6to4 addresses.
 */
function embeddedIn(groups: number[]): string | null {
  const starts = (...prefix: number[]) => prefix.every((group, index) => groups[index] === group);
  const at = starts(0, 0, 0, 0, 0, 0xffff) || starts(0x64, 0xff9b, 0, 0, 0, 0) ? 6 : starts(0x2002) ? 1 : null;
  if (at === null) return null;
  const [high = 0, low = 0] = groups.slice(at);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Returns whether an address is in one of these networks (CIDR notation). An empty list contains every address. */
export function isWithin(networks: string[], address: string): boolean {
  if (networks.length === 0) return true;
  const groups = groupsOf(address);
  const plain = (groups && embeddedIn(groups)) ?? address;
  const family = isIPv4(plain) ? "ipv4" : "ipv6";
  if (family === "ipv6" && !groups) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [start = "", bits] = network.split("/");
    list.addSubnet(start, Number(bits), isIPv4(start) ? "ipv4" : "ipv6");
  }
  return list.check(plain.split("%")[0] ?? plain, family);
}
