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
export const leavesAndroid = (userAgent: string) => inAppBrowser(userAgent)?.leavesAndroid ?? false;

/**
 * Returns the address that opens `url` in Safari from an app's browser on iOS; null if there is none or none is needed.
 */
export function safariAddress(url: URL, userAgent: string): string | null {
  const [, version] = /\bOS (\d+)_/.exec(userAgent) ?? [];
  if (version !== undefined && Number(version) < 17) return null;
  return inAppBrowser(userAgent)?.toSafari?.(url) ?? null;
}
