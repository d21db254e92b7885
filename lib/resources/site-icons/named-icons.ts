import { decodeHTML } from "entities";
import { parseUrl } from "@/lib/contract/url";

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
