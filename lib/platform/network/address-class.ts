import { isIP } from "node:net";
import { isPublicAddress } from "./public-address";

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

/** The kind of an address, for the log: it must not name the address itself. */
export function addressClass(address: string): "loopback" | "private" | "public IPv4" | "public IPv6" | "unknown" {
  const version = isIP(address);
  if (version === 0) return "unknown";
  if (loopback.test(address)) return "loopback";
  if (!isPublicAddress(address)) return "private";
  return version === 4 || address.startsWith("::ffff:") ? "public IPv4" : "public IPv6";
}
