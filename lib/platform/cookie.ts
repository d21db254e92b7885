import type { VisitRequest } from "@/lib/visits/request";

/** The value of a cookie of ours, which needs no escaping; undefined where the visitor has none by that name. */
export function cookieOf({ headers }: Pick<VisitRequest, "headers">, name: string): string | undefined {
  const start = `${name}=`;
  const found = headers.cookie?.split("; ").find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length);
}
