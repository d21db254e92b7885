import { namedIcons } from "./named-icons";

/** What a page names behind this is not found. */
const maxPageBytes = 128 * 1024;
const maxIconBytes = 256 * 1024;
/** So many of those that a page names are tried, before the one that browsers take where none is named. */
const mostTried = 2;

/**
 * The picture by which people know the site of an address, as `draw` has drawn it; null where there is none. It is asked
 * for at most four things, each of which the guarded fetcher bounds in time.
 */
export async function fetchIcon<Drawn>(
  origin: string,
  draw: (bytes: Uint8Array) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  const { guardedLook } = await import("@/lib/platform/guarded-fetch");
  const page = await guardedLook(`${origin}/`, { first: maxPageBytes }).catch(() => null);
  const named = page ? namedIcons(page.bytes.toString("latin1"), page.url).slice(0, mostTried) : [];
  for (const url of new Set([...named, `${origin}/favicon.ico`])) {
    const icon = await guardedLook(url, { first: maxIconBytes + 1 }).catch(() => null);
    const drawn = icon && icon.bytes.length <= maxIconBytes ? await draw(icon.bytes) : null;
    if (drawn) return drawn;
  }
  return null;
}
