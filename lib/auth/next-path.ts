import { parseUrl } from "@/lib/contract/url";

/** The log-in, which leads on to `next`. */
export const logInPath = (next?: string | null) => (next ? `/login?next=${encodeURIComponent(next)}` : "/login");

const HOME = "/dashboard";

/**
 * Where to go after signing in: the wanted path when it is one of this service, otherwise the dashboard.
 * Anything that a browser could read as another site (`//host`, `/\host`, `/<tab>/host`) is refused.
 */
export function nextPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || wanted.length > 2_000) return HOME;
  const own = "http://own.invalid";
  const url = parseUrl(wanted, own);
  if (!url) return HOME;
  const path = url.pathname + url.search + url.hash;
  return url.origin === own && !path.startsWith("//") ? path : HOME;
}
