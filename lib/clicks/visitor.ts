import { createHmac, hkdfSync } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/env";

let key: Buffer | undefined;
const visitors = new LRUCache<string, string>({ max: 100_000 });

/**
 * Who visits: a keyed 64-bit hash of address and user agent, in decimal as the database's `bigint`. Without
 * APP_SECRET nobody can try addresses until one fits.
 */
export function visitorOf(address: string, userAgent: string): string {
  const identity = `${address}\n${userAgent}`;
  let visitor = visitors.get(identity);
  if (visitor === undefined) {
    if (!env.APP_SECRET) throw new Error("APP_SECRET is not set: the server provides it when it starts");
    key ??= Buffer.from(hkdfSync("sha256", env.APP_SECRET, "", "signpost/visitor", 32));
    visitor = createHmac("sha256", key).update(identity).digest().readBigInt64BE().toString();
    visitors.set(identity, visitor);
  }
  return visitor;
}
