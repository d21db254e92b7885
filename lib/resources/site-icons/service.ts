import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeHTML } from "entities";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { parseUrl } from "@/lib/contract/url";
import { studio } from "@/lib/drawing/drawing-processes";
import { byteBoundCache } from "@/lib/platform/cache/byte-bound-cache";
import { deleteRows } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import type { Requester } from "@/lib/platform/limits/fair-queue";
import { log } from "@/lib/platform/log/log";
import { Background } from "@/lib/platform/process/background";
import { processSingleton } from "@/lib/platform/singleton";

export const mostSiteIcons = 20_000;

/** The number that `sweepSiteIcons` leaves, plus what may be added in an hour. */
const most = mostSiteIcons + 5_000;

interface Known {
  host: string;
  code: string | null;
  old: boolean;
}

interface WithDestination {
  destination: string;
}

const fetches = () => processSingleton("siteIconFetches", () => new Background(4, 200));

/**
 * Returns a function that returns the address of the icon of a link's site; null if no icon is known. Sites that have
 * not been requested lately are requested in the background, so that the icon appears the next time.
 */
export async function siteIcons(
  actor: Actor,
  links: WithDestination[],
): Promise<(link: WithDestination) => string | null> {
  authorize(actor, "links:read");
  const origins = new Map(links.map(({ destination }) => originOf(destination)).filter((origin) => origin !== null));
  const known = new Map((await readKnown([...origins.keys()])).map((icon) => [icon.host, icon]));
  for (const [host, origin] of origins) if (known.get(host)?.old ?? true) void ask(actor, host, origin);
  return ({ destination }) => {
    const code = known.get(originOf(destination)?.[0] ?? "")?.code;
    return code ? `/images/sites/${code}.png` : null;
  };
}

/** Icons are stored by host. The origin is where they are fetched. */
function originOf(destination: string): [host: string, origin: string] | null {
  const url = parseUrl(destination);
  return url && url.host !== "" ? [url.host, url.origin] : null;
}

const isOld = "checked_at < now() - CASE WHEN code IS NULL THEN interval '1 day' ELSE interval '30 days' END AS old";

const readKnown = (hosts: string[]): Promise<Known[]> =>
  hosts.length === 0
    ? Promise.resolve([])
    : statement<Known>(`SELECT host, code, ${isOld} FROM site_icons WHERE host = ANY($1)`, [hosts], { quick: true });

/** The sites that are being requested, each with when its icon is stored. */
const running = () => processSingleton("siteIconsRunning", () => new Map<string, Promise<void>>());

/** Requests a site's icon, unless it is being requested or too many are. The result resolves once it is stored. */
function ask(requester: Requester, host: string, origin: string): Promise<void> {
  const present = running().get(host);
  if (present) return present;
  const draw = (bytes: Uint8Array) => studio().have("siteIcon", bytes, requester);
  const { promise, resolve } = Promise.withResolvers<void>();
  const isAccepted = fetches().add(host, async () => {
    try {
      await keep(host, await fetchIcon(origin, draw));
    } catch (error) {
      log.debug({ host, error: String(error) }, "a site's icon could not be stored");
    }
    running().delete(host);
    resolve();
  });
  if (!isAccepted) return Promise.resolve();
  running().set(host, promise);
  return promise;
}

const longestWaitMs = 4_000;
/** Spares the database the requests for icons that are shown often. */
const remembered = () =>
  processSingleton("siteIconsRemembered", () =>
    byteBoundCache<{ image: Buffer | null }>("siteIcons", 5_000, 10 * 60_000),
  );

/**
 * Returns the icon of a destination's site, a PNG; null if it has none. Waits some seconds for a site that has not been
 * requested lately.
 */
export async function getSiteIcon(destination: string, requester: Requester): Promise<Buffer | null> {
  const [host, origin] = originOf(destination) ?? [];
  if (host === undefined || origin === undefined) return null;
  const known = remembered().get(host);
  if (known) return known.image;
  const stored = await readImage(host);
  if (stored && !stored.old) return remember(host, stored);
  const request = ask(requester, host, origin);
  if (stored?.image) return stored.image;
  await Promise.race([request, sleep(longestWaitMs, undefined, { ref: false })]);
  return remember(host, await readImage(host));
}

interface StoredIcon {
  image: Buffer | null;
  old: boolean;
}

/** Remembers an icon, or that a site has none once that is stored. */
function remember(host: string, stored: StoredIcon | undefined): Buffer | null {
  if (stored) remembered().set(host, { image: stored.image });
  return stored?.image ?? null;
}

const readImage = async (host: string): Promise<StoredIcon | undefined> =>
  (await statement<StoredIcon>(`SELECT image, ${isOld} FROM site_icons WHERE host = $1`, [host], { quick: true }))[0];

/** Stores the result. If no icon was found, the previous one stays; if the icon is the same, so does its address. */
async function keep(host: string, image: Uint8Array | null): Promise<void> {
  await statement(
    `INSERT INTO site_icons AS icon (host, code, image, checked_at)
     SELECT $1::text, $2::text, $3::bytea, now() WHERE EXISTS (SELECT FROM site_icons WHERE host = $1)
       OR (SELECT count(*) FROM site_icons) < ${most}
     ON CONFLICT (host) DO UPDATE SET checked_at = excluded.checked_at, image = coalesce(excluded.image, icon.image),
       code = CASE WHEN coalesce(excluded.image, icon.image) = icon.image THEN icon.code ELSE excluded.code END`,
    [host, image && randomBytes(16).toString("hex"), image && Buffer.from(image)],
  );
}

/** Returns the icon with this code, a PNG. Anyone with its address can see it. */
export async function siteIcon(code: string): Promise<Buffer | null> {
  const rows = await statement<{ image: Buffer }>("SELECT image FROM site_icons WHERE code = $1", [code], {
    quick: true,
  });
  return rows[0]?.image ?? null;
}

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

/** Only this many icons of a page are considered. */
const mostNamed = 20;
/** The smallest side that looks sharp where it is shown. */
const sharpSide = 32;

interface Named {
  url: string;
  /** the lowest is the best */
  rank: number;
}

/** Returns the addresses of the icons that a page at `base` declares, best first. */
export function namedIcons(html: string, base: URL): string[] {
  const tags = [...(html.match(/<link\s[^<>]{1,2000}>/gi) ?? [])].map(attributesOf);
  const icons = tags
    .filter(({ rel = "" }) => /(?:^|\s)(?:icon|apple-touch-icon)(?:\s|$)/i.test(rel))
    .slice(0, mostNamed);
  return icons
    .flatMap((attributes) => namedBy(attributes, base))
    .sort((one, other) => one.rank - other.rank)
    .map(({ url }) => url);
}

function namedBy({ rel = "", href = "", sizes = "", type = "" }: Record<string, string>, base: URL): Named[] {
  const url = href ? parseUrl(href, base) : null;
  // Vector images are not drawn, because they can refer to other files.
  if (!url || !/^https?:$/.test(url.protocol) || /svg/i.test(type) || /\.svg$/i.test(url.pathname)) return [];
  const side = Number(/^\d+/.exec(sizes)?.[0] ?? 0);
  // Prefer icons that are large enough, smallest first; then smaller ones; then those without a size.
  const rank = side >= sharpSide ? side : 10_000 - side;
  return [{ url: url.href, rank: /apple/i.test(rel) ? rank + 5_000 : rank }];
}

function attributesOf(tag: string): Record<string, string> {
  const attributes = tag.matchAll(/\b(rel|href|sizes|type)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi);
  return Object.fromEntries(
    [...attributes].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decodeHTML(double ?? single ?? bare ?? "").trim(),
    ]),
  );
}

/** Deletes sites that no list has shown for 60 days, and the oldest ones if there are too many. */
export const sweepSiteIcons = () =>
  deleteRows(
    "site_icons",
    `checked_at < greatest(now() - interval '60 days',
      (SELECT checked_at FROM site_icons ORDER BY checked_at DESC OFFSET ${mostSiteIcons} LIMIT 1))`,
  );
