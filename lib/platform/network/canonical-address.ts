import { isIPv4, isIPv6 } from "node:net";
import { embeddedIPv4 } from "./public-address";

const MAPPED = /^::ffff:/;

/**
 * The usual spelling of an address, so that one client has one spelling; null if it is not an address. Proxies may add
 * the
 * client's port (`79.200.1.1:4711`, `[2003::1]:443`), quotes, `for=` or capitals, or write IPv4 as IPv6.
 */
export function canonicalAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const bare = text.replace(/^for=/i, "").replace(/^"(.*)"$/, "$1");
  const withoutPort = bare.replace(/^\[([^\]]*)\](?::\d{1,5})?$/, "$1").replace(/^([\d.]+):\d{1,5}$/, "$1");
  // A zone names a network interface of the proxy's machine.
  const address = withoutPort.replace(/%.*$/s, "");
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const compact = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return MAPPED.test(compact) ? embeddedIPv4(compact) : compact;
}
