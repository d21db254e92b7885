import { namedIcons } from "./named-icons";

/** Only this much of a page is read. */
const maxPageBytes = 128 * 1024;
const maxIconBytes = 256 * 1024;
/** How many of a page's icons are tried before the default one of browsers. */
const mostTried = 2;

/**
 * Returns the icon of a site, as `draw` has drawn it; null if there is none. It makes at most four requests, whose time
 * the guarded fetcher limits.
 */
export async function fetchIcon<Drawn>(
  origin: string,
  draw: (bytes: Uint8Array) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  const { guardedFetchWithHeaders: guardedLook } = await import("@/lib/platform/network/guarded-fetch");
  const page = await guardedLook(`${origin}/`, { first: maxPageBytes }).catch(() => null);
  const named = page ? namedIcons(page.bytes.toString("latin1"), page.url).slice(0, mostTried) : [];
  for (const url of new Set([...named, `${origin}/favicon.ico`])) {
    const icon = await guardedLook(url, { first: maxIconBytes + 1 }).catch(() => null);
    const drawn = icon && icon.bytes.length <= maxIconBytes ? await draw(icon.bytes) : null;
    if (drawn) return drawn;
  }
  return null;
}
