import { parseUrl } from "@/lib/contract/url";

/** Returns the path of the log-in, which continues to `next`. */
export const logInPath = (next?: string | null) => (next ? `/login?next=${encodeURIComponent(next)}` : "/login");

const HOME = "/dashboard";

/**
 * Returns where to go after logging in: the wanted path if it belongs to this service, otherwise the dashboard. Rejects
 * anything that a browser could take for another site (`//host`, `/\host`, `/<tab>/host`).
 */
export function nextPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || wanted.length > 2_000) return HOME;
  const own = "http://own.invalid";
  const url = parseUrl(wanted, own);
  if (!url) return HOME;
  const path = url.pathname + url.search + url.hash;
  return url.origin === own && !path.startsWith("//") ? path : HOME;
}
