import { robotOf, type Visit } from "@/lib/clicks/classify/visit";
import { type KnownApp, knownApp } from "@/lib/resources/links/known-apps";
import type { LinkSnapshot } from "./snapshot";

/** What a visitor's device opens instead of a web address. */
export interface Opening {
  /** the name of the app; null for the visitor's own browser, which replaces the browser of another app */
  app: string | null;
  /**
   * the address that opens it: an intent, an address of the app's scheme, or the web address if only a tap opens the
   * app
   */
  href: string;
}

type OpeningRequest = Pick<Visit, "userAgent" | "head" | "prefetch">;

/** Returns what a visit to a link opens instead of `to`; null for an ordinary redirect. */
export function openingFor(
  link: Pick<LinkSnapshot, "opensApps" | "type">,
  to: string,
  visit: OpeningRequest,
): Opening | null {
  // If an owner chose a page before the destination, the visitor sees that page.
  if (!link.opensApps || link.type !== "direct") return null;
  const { userAgent } = visit;
  const isApple = /iPhone|iPad|iPod/.test(userAgent);
  if ((!isApple && !userAgent.includes("Android")) || robotOf(visit)) return null;
  const url = new URL(to);
  // An intent cannot contain credentials, and they must not be passed to other apps.
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

/**
 * Android itself chooses between the app and the default browser. An intent is also the way out of another app's
 * browser.
 */
function openingOnAndroid(url: URL, userAgent: string): Opening | null {
  const known = knownApp(url.href);
  if (leavesAndroid(userAgent)) return { app: known?.android ? known.name : null, href: intentTo(url) };
  return known?.android ? { app: known.name, href: intentTo(url, known) } : null;
}

/**
 * Returns an intent in Chrome's format (developer.chrome.com/docs/android/intents). The part after the last `#` only
 * contains our own text, and `;` is encoded in the rest, so an address cannot name another app.
 */
function intentTo({ protocol, host, pathname, search, hash, href }: URL, app?: KnownApp): string {
  const place = hash && `#${hash.slice(1).replace(/[#;]/g, encodeURIComponent)}`;
  const scheme = app ? "https" : protocol.slice(0, -1);
  const extras = [`scheme=${scheme}`, ...(app ? [`package=${app.android}`] : [])];
  return `intent://${host}${pathname}${search}${place}#Intent;${extras.join(";")};S.browser_fallback_url=${encodeURIComponent(href)};end`;
}

/** Returns whether the app only opens when a person taps. */
export const isWeb = (href: string) => /^https?:/.test(href);

interface InAppBrowser {
  agent: RegExp;
  /** follows Android intents */
  leavesAndroid: boolean;
  /** returns an address that opens Safari on iOS; null if the app has no way out */
  toSafari: ((url: URL) => string) | null;
}

/** Safari has supported these addresses since iOS 17. Apple documents neither them nor any other way out. */
const toSafari = ({ href }: URL) => `x-safari-${href}`;

/**
 * The browsers inside other apps that keep their visitors, by user agent. Sources for user agents and ways out:
 * github.com/shalanah/inapp-spy (src/regexAppName.ts, src/tests/mobile.ts) and github.com/shalanah/inapp-debugger
 * (README, its issues 15 for X and 22 for Instagram), read in November 2026. Snapchat, LinkedIn and X have no browser
 * of their own on Android. Those of Telegram and Threads on iOS cannot be distinguished from Safari.
 */
const browsers: InAppBrowser[] = [
  {
    agent: /\bInstagram /,
    leavesAndroid: true,
    // The app ignores x-safari since version 424.
    toSafari: ({ href }) => `instagram://extbrowser/?url=${encodeURIComponent(href)}`,
  },
  { agent: /\bBarcelona /, leavesAndroid: true, toSafari },
  { agent: /\bFB(?:AN|AV|_IAB)\/|\bMetaIAB\b/, leavesAndroid: true, toSafari },
  { agent: /musical_ly|Bytedance|\btrill_/, leavesAndroid: true, toSafari },
  { agent: /\bLine\//, leavesAndroid: true, toSafari },
  { agent: /\bLinkedInApp\b/, leavesAndroid: true, toSafari },
  { agent: /\bPinterest\/(?:iOS|Android)/, leavesAndroid: true, toSafari },
  { agent: /^(?=.*\bMobile\/).*\bGSA\//, leavesAndroid: false, toSafari },
  { agent: /\bSnapchat\//, leavesAndroid: true, toSafari: null },
  { agent: /\bTwitter for iPhone|\bTwitterAndroid/, leavesAndroid: true, toSafari: null },
  { agent: /\bMicroMessenger\//, leavesAndroid: false, toSafari: null },
];

const inAppBrowser = (userAgent: string) => browsers.find(({ agent }) => agent.test(userAgent));

/** Returns whether an Android intent leaves the browser of an app; false for a standalone browser. */
const leavesAndroid = (userAgent: string) => inAppBrowser(userAgent)?.leavesAndroid ?? false;

/**
 * Returns the address that opens `url` in Safari from an app's browser on iOS; null if there is none or none is needed.
 */
function safariAddress(url: URL, userAgent: string): string | null {
  const [, version] = /\bOS (\d+)_/.exec(userAgent) ?? [];
  if (version !== undefined && Number(version) < 17) return null;
  return inAppBrowser(userAgent)?.toSafari?.(url) ?? null;
}
