import { robotOf, type Visit } from "@/lib/clicks/visit";
import { type KnownApp, knownApp } from "@/lib/resources/links/known-apps";
import { leavesAndroid, safariAddress } from "./in-app";
import type { LinkSnapshot } from "./snapshot";

/** What a visitor's device is asked to open in place of a web address. */
export interface Opening {
  /** the name of the app; null where it is the visitor's own browser, to which the browser inside of another app is left */
  app: string | null;
  /** opens it: an intent, an address of the app's scheme, or the web address where only a tap opens the app */
  href: string;
}

type Asked = Pick<Visit, "userAgent" | "head" | "prefetch">;

/** What a visit to a link opens instead of `to`; null where it is redirected as any other. */
export function openingFor(link: Pick<LinkSnapshot, "opensApps" | "type">, to: string, visit: Asked): Opening | null {
  // Whoever chose a page of ours before the destination goes on having that page.
  if (!link.opensApps || link.type !== "direct") return null;
  const { userAgent } = visit;
  const isApple = /iPhone|iPad|iPod/.test(userAgent);
  if ((!isApple && !userAgent.includes("Android")) || robotOf(visit)) return null;
  const url = new URL(to);
  // What stands before a host has no place in an intent, and nobody else's business is made of it.
  if (url.username || url.password) return null;
  return isApple ? openingOnApple(url, userAgent) : openingOnAndroid(url, userAgent);
}

function openingOnApple(url: URL, userAgent: string): Opening | null {
  const known = knownApp(url.href);
  if (known?.apple && !isWeb(known.apple)) return { app: known.name, href: known.apple };
  const safari = safariAddress(url, userAgent);
  if (safari) return { app: null, href: safari };
  return known?.apple ? { app: known.name, href: known.apple } : null;
}

/** Android finds by itself who shows an address, the app or the browser that its owner likes best: so out of another app. */
function openingOnAndroid(url: URL, userAgent: string): Opening | null {
  const known = knownApp(url.href);
  if (leavesAndroid(userAgent)) return { app: known?.android ? known.name : null, href: intentTo(url) };
  return known?.android ? { app: known.name, href: intentTo(url, known) } : null;
}

/**
 * An intent as Chrome takes it (developer.chrome.com/docs/android/intents). What follows its last `#` is ours alone, and has
 * no `;` that is not: so nothing in an address can name another app.
 */
function intentTo({ protocol, host, pathname, search, hash, href }: URL, app?: KnownApp): string {
  const place = hash && `#${hash.slice(1).replace(/[#;]/g, encodeURIComponent)}`;
  const scheme = app ? "https" : protocol.slice(0, -1);
  const extras = [`scheme=${scheme}`, ...(app ? [`package=${app.android}`] : [])];
  return `intent://${host}${pathname}${search}${place}#Intent;${extras.join(";")};S.browser_fallback_url=${encodeURIComponent(href)};end`;
}

/** Whether it takes a person's tap to open the app. */
export const isWeb = (href: string) => /^https?:/.test(href);
