import { accentStyle } from "@/lib/contract/colors";
import { type Html, html, verbatim } from "@/lib/contract/html";
import { latestInstanceSettings } from "@/lib/platform/cache/instance-settings";
import { baseUrl } from "@/lib/platform/env";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import type { DomainTheme, ThemedPage } from "@/lib/resources/domains/schema";

/** The brand of a page, shown above its card. */
export interface Brand {
  name: string;
  head: Html;
  /** CSS that sets the accent color; empty for the default */
  style: string;
  /** the only image that the page may load for its brand */
  picture: string | null;
  /** the address of that picture, which is also the page's icon */
  logo: string | null;
}

export type Branded = Pick<DomainSnapshot, "ownerId" | "origin" | "theme">;

const mark = html`<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><path fill="var(--dim)" d="M15 3h2.4v26H15z"/><path fill="var(--accent)" d="M8 5.5h14.6L27 9.5l-4.4 4H8z"/><path fill="var(--board)" d="M23 15.5H9.6L5.4 19.2l4.2 3.8H23z"/></svg>`;

/** The brand of the service itself: what administrators set, or that of Signpost. */
function serviceBrand(): Brand {
  const { name, logo, color } = latestInstanceSettings();
  const themed = themedBrand({ name, logo: logo ? baseUrl() + logo : undefined, color: color ?? undefined }, name);
  return logo ? themed : { ...themed, head: html`${mark}${name}` };
}

/** The brand of a domain's pages: that of its owner's theme, or of the service without a domain. */
export function readBrand(domain: Branded | null | undefined): Brand {
  if (!domain || domain.ownerId === null) return serviceBrand();
  return themedBrand(domain.theme ?? {}, new URL(domain.origin).host);
}

/** The brand on pages that exist on every domain: a theme applies only to what belongs to the domain's owner. */
export const brandFor = (domain: Branded, ownerId: number): Brand =>
  readBrand(domain.ownerId === ownerId ? domain : { ...domain, theme: null });

export function themedBrand({ name, logo, color }: DomainTheme, host: string): Brand {
  const called = name ?? host;
  return {
    name: called,
    head: logo ? html`<img src="${logo}" alt="${called}" referrerpolicy="no-referrer">` : html`${called}`,
    style: color ? accentStyle(color) : "",
    picture: logo ? sourceOf(logo) : null,
    logo: logo ?? null,
  };
}

/**
 * The form of an address in a Content-Security-Policy: without its query and without characters that would end the
 * directive.
 */
function sourceOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replaceAll(";", "%3B").replaceAll(",", "%2C");
}

export interface Words {
  title: string;
  message: string | null;
}

/** Returns the texts that the domain's owner wrote for a page, or the defaults. */
export function wordsFor(domain: Pick<Branded, "theme"> | null | undefined, page: ThemedPage, own: Words): Words {
  const theirs = domain?.theme?.[page];
  return theirs ? { title: theirs.title, message: theirs.message ?? null } : own;
}

const signs = {
  broken:
    '<path d="M9 15l3-3m2-2l1-1"/><path d="M11 6l.5-.5a5 5 0 0 1 7 7l-.5.5m-3 3l-1.6 1.6a5 5 0 0 1-7-7L7 10"/><path d="M3 3l18 18"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 3"/>',
  lock: '<rect x="5" y="11" width="14" height="10" rx="2"/><path d="M8 11V7a4 4 0 0 1 8 0v4"/><circle cx="12" cy="16" r="1"/>',
  stop: '<path d="M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z"/><path d="M9.5 9.5l5 5m0-5l-5 5"/>',
  onward: '<path d="M11 7H6a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-5"/><path d="M10 14L20 4m-5 0h5v5"/>',
  sent: '<circle cx="12" cy="12" r="9"/><path d="M8.5 12l2.5 2.5 4.5-5"/>',
} as const;

/** The picture above the heading of a page. */
export const sign = (name: keyof typeof signs): Html =>
  html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">${verbatim(signs[name])}</svg>`;
