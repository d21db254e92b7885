import { LRUCache } from "lru-cache";
import { hmac } from "@/lib/platform/secrets";

const visitors = new LRUCache<string, string>({ max: 20_000 });

/**
 * Returns the identity of a visitor: a keyed 64-bit hash of address and user agent, in decimal for the database's
 * `bigint`. Without APP_SECRET, no one can find the address by trying all addresses.
 */
export function identifyVisitor(address: string, userAgent: string): string {
  const identity = `${address}\n${userAgent}`;
  let visitor = visitors.get(identity);
  if (visitor === undefined) {
    visitor = Buffer.from(hmac("visitor", identity)).readBigInt64BE().toString();
    visitors.set(identity, visitor);
  }
  return visitor;
}
