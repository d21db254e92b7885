import type { IncomingHttpHeaders } from "node:http";

/** The value of a cookie of ours, which needs no escaping; undefined where the visitor has none by that name. */
export function cookieOf({ headers }: { headers: IncomingHttpHeaders }, name: string): string | undefined {
  const start = `${name}=`;
  const found = headers.cookie?.split("; ").find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length);
}
