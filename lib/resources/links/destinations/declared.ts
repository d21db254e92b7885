import { decodeHTML } from "entities";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { parseUrl } from "@/lib/contract/url";
import { guardedFetchWithHeaders } from "@/lib/platform/network/guarded-fetch";
import { decoderFor, oneLine, parseTitle } from "./title";

/** Only this much of a page is read. */
const maxBytes = 256 * 1024;
/** Only this many meta tags of a page are read. */
const mostTags = 200;
const maxDescription = 300;

/** What a page declares for its link preview. */
export interface Declared {
  title: string | null;
  description: string | null;
  image: string | null;
}

/** Returns what the page at `destination` declares; null if it cannot be fetched. */
export async function fetchDeclared(actor: Actor, destination: string): Promise<Declared | null> {
  authorize(actor, "links:read");
  const page = await guardedFetchWithHeaders(destination, { first: maxBytes }).catch(() => null);
  return page && parseDeclared(page.bytes, page.headers["content-type"] ?? "", page.url);
}

/** Reads the Open Graph tags of a page at `base`, or else its own title and description. */
export function parseDeclared(bytes: Buffer, contentType: string, base: URL): Declared {
  const tags = decoderFor(bytes, contentType)
    .decode(bytes)
    .match(/<meta\s[^<>]{1,2000}>/gi);
  const named = new Map<string, string>();
  for (const tag of (tags ?? []).slice(0, mostTags)) {
    const { property, name, content } = attributesOf(tag);
    const key = (property ?? name)?.toLowerCase();
    if (key && content && !named.has(key)) named.set(key, content);
  }
  const first = (...names: string[]) => names.map((name) => named.get(name)).find((value) => value !== undefined);
  const image = parseUrl(first("og:image", "og:image:url", "twitter:image") ?? "", base);
  return {
    title: oneLine(first("og:title", "twitter:title") ?? "") || parseTitle(bytes, contentType),
    description: oneLine(first("og:description", "twitter:description", "description") ?? "", maxDescription) || null,
    image: image && isPicture(image, base) ? image.href : null,
  };
}

/** An empty address would resolve to the page itself. */
const isPicture = ({ protocol, href }: URL, base: URL) =>
  /^https?:$/.test(protocol) && href !== base.href && href.length <= 2048;

function attributesOf(tag: string): Record<string, string | undefined> {
  const attributes = tag.matchAll(/\s(property|name|content)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi);
  return Object.fromEntries(
    [...attributes].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decodeHTML(double ?? single ?? bare ?? "").trim(),
    ]),
  );
}
