interface InAppBrowser {
  agent: RegExp;
  /** does as an Android intent says */
  leavesAndroid: boolean;
  /** what iOS takes to Safari; null where the app lets nothing out */
  toSafari: ((url: URL) => string) | null;
}

/** Safari has listened to these since iOS 17. Apple documents none, as it documents no other way out. */
const toSafari = ({ href }: URL) => `x-safari-${href}`;

/**
 * The browsers inside of other apps that keep their visitors, by what their agents say. Agents and what gets out of each:
 * github.com/shalanah/inapp-spy (src/regexAppName.ts, src/tests/mobile.ts) and github.com/shalanah/inapp-debugger (README, its
 * issues 15 for X and 22 for Instagram), read in November 2026. Snapchat, LinkedIn and X have no browser of their own on
 * Android. Telegram's and Threads' on iOS cannot be told from Safari.
 */
const browsers: InAppBrowser[] = [
  {
    agent: /\bInstagram /,
    leavesAndroid: true,
    // Since version 424 it takes x-safari nowhere.
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

/** Whether an Android intent leads out of the browser; false for a browser that stands alone. */
export const leavesAndroid = (userAgent: string) => inAppBrowser(userAgent)?.leavesAndroid ?? false;

/** What leads from the browser inside of an app on iOS to `url` in Safari; null where nothing does, or nothing has to. */
export function safariAddress(url: URL, userAgent: string): string | null {
  const [, version] = /\bOS (\d+)_/.exec(userAgent) ?? [];
  if (version !== undefined && Number(version) < 17) return null;
  return inAppBrowser(userAgent)?.toSafari?.(url) ?? null;
}
