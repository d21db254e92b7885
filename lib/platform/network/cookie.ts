import type { IncomingHttpHeaders } from "node:http";

/** The value of one of our cookies, which are never escaped; undefined if the visitor does not have it. */
export function readCookie({ headers }: { headers: IncomingHttpHeaders }, name: string): string | undefined {
  const start = `${name}=`;
  const found = headers.cookie?.split("; ").find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length);
}
