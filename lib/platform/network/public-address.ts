import { BlockList, isIP } from "node:net";

/** IANA's special-purpose registries, and the addresses where clouds serve secrets to their machines. */
const special = new BlockList();
for (const network of [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"],
  ...["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32"],
]) {
  const [address = "", bits] = network.split("/");
  special.addSubnet(address, Number(bits), "ipv4");
}
for (const network of ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]) {
  const [address = "", bits] = network.split("/");
  special.addSubnet(address, Number(bits), "ipv6");
}
const unicast = new BlockList();
unicast.addSubnet("2000::", 3, "ipv6");

/** Returns whether an IPv4 or IPv6 address is on the public internet. Unknown forms count as not public. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, "ipv4");
  if (isIP(address) !== 6 || address.includes("%")) return false;
  const embedded = embeddedIPv4(address);
  if (embedded) return isPublicAddress(embedded);
  return unicast.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** The IPv4 address inside a mapped (`::ffff:0:0/96`) or NAT64 (`64:ff9b::/96`) address, or null. */
export function embeddedIPv4(address: string): string | null {
  if (!address.includes(":")) return null;
  // URL normalizes IPv6 addresses, with the last two groups in hexadecimal.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low = ""] = /^(?:::ffff:|64:ff9b::)(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/.exec(plain) ?? [];
  if (!low) return null;
  const number = Number.parseInt(high ?? "0", 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join(".");
}

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

/** The kind of an address, for the log: it must not name the address itself. */
export function addressClass(address: string): "loopback" | "private" | "public IPv4" | "public IPv6" | "unknown" {
  const version = isIP(address);
  if (version === 0) return "unknown";
  if (loopback.test(address)) return "loopback";
  if (!isPublicAddress(address)) return "private";
  return version === 4 || address.startsWith("::ffff:") ? "public IPv4" : "public IPv6";
}
