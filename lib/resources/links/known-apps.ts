/** The app for a well-known web address. All fields are derived from the address alone. */
export interface KnownApp {
  name: string;
  /**
   * What opens the app on iOS: an address with its own scheme, or the web address itself, which iOS opens in the app if
   * a person taps it on another site's page (a universal link). Null if iOS has no such app.
   */
  apple: string | null;
  /** its package name on Android; null if Android has no such app */
  android: string | null;
}

interface Row {
  name: string;
  hosts: string[];
  /** matches the paths that the app shows; all others open in the browser */
  paths: RegExp;
  /**
   * returns the address with the app's scheme, or null to use the row's universal link; omitted if no scheme is known
   */
  apple?: "tap" | ((url: URL, found: RegExpExecArray) => string | null);
  android?: string;
}

const everywhere = (name: string, endings: string) =>
  endings.split(" ").flatMap((end) => [`${name}.${end}`, `www.${name}.${end}`]);

/** First parts of a path that are pages of the site rather than profiles. */
const own =
  "about|accounts|compose|developer|directory|explore|hashtag|help|home|i|intent|jobs|legal|login|messages|notifications|oauth|privacy|search|settings|share|signup|tos|web";

const behindHost = ({ pathname, search }: URL) => pathname + search;

/**
 * A scheme is used if its maker has documented it, or if it only replaces the scheme of the web address. Other apps use
 * their universal link. Sources: Spotify: developer.spotify.com, "Spotify URIs" and "iOS Content Linking". Google Maps:
 * developers.google.com/maps, "Google Maps URL Scheme for iOS" (comgooglemapsurl). Apple Maps and the App Store:
 * developer.apple.com, "Apple URL Scheme Reference" (Map Links, iTunes Links) and QA1629. WhatsApp: faq.whatsapp.com,
 * "How to use click to chat" and "How to link to WhatsApp from a different app". Telegram: core.telegram.org/api/links.
 * Twitch: dev.twitch.tv/docs/mobile-deeplinks. Instagram: "iPhone Hooks" in its developer documentation (user). X:
 * "Twitter URL schemes" of its developer forum (status, user). Pinterest: its iOS SDK (pin). YouTube and Amazon have
 * not documented theirs, which are in common use. Package names are those in addresses of play.google.com.
 */
const rows: Row[] = [
  {
    name: "YouTube",
    hosts: ["youtube.com", "www.youtube.com", "m.youtube.com"],
    paths: /^\/(?:watch$|playlist$|(?:shorts|live|channel|c|user)\/[^/]+|@[^/]+)/,
    apple: (url) => `vnd.youtube://www.youtube.com${behindHost(url)}`,
    android: "com.google.android.youtube",
  },
  {
    name: "YouTube",
    hosts: ["youtu.be", "www.youtu.be"],
    paths: /^\/([\w-]{6,20})$/,
    apple: ({ search }, [, id]) => `vnd.youtube://www.youtube.com/watch?v=${id}${search.replace("?", "&")}`,
    android: "com.google.android.youtube",
  },
  {
    name: "YouTube Music",
    hosts: ["music.youtube.com"],
    paths: /^\/(?:watch$|playlist$|channel\/[^/]+|@[^/]+)/,
    apple: "tap",
    android: "com.google.android.apps.youtube.music",
  },
  {
    name: "Instagram",
    hosts: ["instagram.com", "www.instagram.com"],
    paths: new RegExp(
      `^/(?:(?:p|reels?|tv|stories)/[^/]+|(?!(?:${own}|p|reels?|tv|stories|direct)(?:/|$))([\\w.]{1,30})/?$)`,
    ),
    apple: (_, [, user]) => (user === undefined ? null : `instagram://user?username=${user}`),
    android: "com.instagram.android",
  },
  {
    name: "Amazon",
    hosts: everywhere(
      "amazon",
      "com de co.uk fr it es nl pl se ie ca com.mx com.br co.jp in com.au sg ae sa com.tr com.be",
    ),
    paths: /^\/(?:[^/]+\/)?(?:dp|gp\/product|gp\/aw\/d)\/[A-Z\d]{10}(?:\/|$)/,
    apple: (url) => `com.amazon.mobile.shopping.web://${url.host}${behindHost(url)}`,
    android: "com.amazon.mShop.android.shopping",
  },
  {
    name: "Spotify",
    hosts: ["open.spotify.com"],
    paths: /^\/(?:intl-[a-z-]{2,8}\/)?(track|album|artist|playlist|episode|show)\/([A-Za-z\d]{10,40})\/?$/,
    apple: (_, [, kind, id]) => `spotify:${kind}:${id}`,
    android: "com.spotify.music",
  },
  {
    name: "Google Maps",
    hosts: everywhere(
      "google",
      "com de at ch fr it es nl be pl ie se dk no fi pt cz ca co.uk co.in co.jp com.au com.br com.mx com.tr",
    ),
    paths: /^\/maps(?:\/|$)/,
    apple: (url) => `comgooglemapsurl://www.google.com${behindHost(url)}`,
    android: "com.google.android.apps.maps",
  },
  {
    name: "Google Maps",
    hosts: ["maps.google.com"],
    paths: /^\//,
    apple: (url) => `comgooglemapsurl://maps.google.com${behindHost(url)}`,
    android: "com.google.android.apps.maps",
  },
  {
    name: "Google Maps",
    hosts: ["maps.app.goo.gl"],
    paths: /^\/\w+/,
    apple: "tap",
    android: "com.google.android.apps.maps",
  },
  {
    name: "Apple Maps",
    hosts: ["maps.apple.com"],
    paths: /^\//,
    apple: ({ pathname, search }) => (pathname === "/" && search !== "" ? `maps://${search}` : null),
  },
  {
    name: "App Store",
    hosts: ["apps.apple.com", "itunes.apple.com"],
    paths: /^\/(?:[a-z]{2}\/)?app\/(?:[^/]+\/)?id\d{1,15}\/?$/,
    apple: (url) => `itms-apps://apps.apple.com${behindHost(url)}`,
  },
  {
    name: "Google Play",
    hosts: ["play.google.com"],
    paths: /^\/store\/apps\/(?:details|dev|developer)$/,
    android: "com.android.vending",
  },
  {
    name: "Apple Music",
    hosts: ["music.apple.com"],
    paths: /^\/[^/]+\//,
    apple: "tap",
    android: "com.apple.android.music",
  },
  {
    name: "WhatsApp",
    hosts: ["wa.me"],
    paths: /^\/(\d{5,20})$/,
    apple: ({ search }, [, phone]) => `whatsapp://send?phone=${phone}${search.replace("?", "&")}`,
    android: "com.whatsapp",
  },
  { name: "WhatsApp", hosts: ["chat.whatsapp.com"], paths: /^\/[\w-]+$/, apple: "tap", android: "com.whatsapp" },
  {
    name: "Telegram",
    hosts: ["t.me", "telegram.me"],
    paths: /^\/(?:([A-Za-z]\w{3,31})(?:\/(\d{1,12}))?|(?:\+|joinchat\/)([\w-]{8,40}))\/?$/,
    apple: (_, [, name, post, invite]) =>
      invite === undefined
        ? `tg://resolve?domain=${name}${post === undefined ? "" : `&post=${post}`}`
        : `tg://join?invite=${invite}`,
    android: "org.telegram.messenger",
  },
  {
    name: "X",
    hosts: ["x.com", "www.x.com", "twitter.com", "www.twitter.com", "mobile.twitter.com"],
    paths: new RegExp(`^/(?!(?:${own})(?:/|$))(\\w{1,15})(?:/status/(\\d{1,20}))?/?$`),
    apple: (_, [, name, post]) =>
      post === undefined ? `twitter://user?screen_name=${name}` : `twitter://status?id=${post}`,
    android: "com.twitter.android",
  },
  {
    name: "Facebook",
    hosts: ["facebook.com", "www.facebook.com", "m.facebook.com", "fb.com", "www.fb.com", "fb.watch"],
    paths: /^\/(?!(?:login|dialog|sharer|plugins|tr|l|v\d[^/]*)(?:[./]|$))[^/]/,
    apple: "tap",
    android: "com.facebook.katana",
  },
  {
    name: "TikTok",
    hosts: ["tiktok.com", "www.tiktok.com", "m.tiktok.com", "vm.tiktok.com"],
    paths: /^\/(?:@[^/]+|t\/\w+|Z\w+)/,
    apple: "tap",
    android: "com.zhiliaoapp.musically",
  },
  {
    name: "LinkedIn",
    hosts: ["linkedin.com", "www.linkedin.com"],
    paths: /^\/(?:in|company|posts|school|feed\/update|jobs\/view)\/[^/]/,
    apple: "tap",
    android: "com.linkedin.android",
  },
  {
    name: "Pinterest",
    hosts: everywhere("pinterest", "com de at ch fr it es co.uk ca pt se com.au com.mx jp"),
    paths: /^\/(?:pin\/(\d{1,25})\/?$|(?!(?:pin|ideas|search|today|business|_|settings|login)(?:\/|$))[\w-]{3,30}\/?$)/,
    apple: (_, [, pin]) => (pin === undefined ? null : `pinterest://pin/${pin}`),
    android: "com.pinterest",
  },
  {
    name: "Reddit",
    hosts: ["reddit.com", "www.reddit.com", "old.reddit.com"],
    paths: /^\/(?:r|u|user)\/[^/]/,
    apple: "tap",
    android: "com.reddit.frontpage",
  },
  {
    name: "Netflix",
    hosts: ["netflix.com", "www.netflix.com"],
    paths: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:title|watch)\/\d/,
    apple: "tap",
    android: "com.netflix.mediaclient",
  },
  {
    name: "Twitch",
    hosts: ["twitch.tv", "www.twitch.tv", "m.twitch.tv"],
    paths:
      /^\/(?:videos\/\d|(?!(?:directory|downloads|jobs|p|settings|subscriptions|turbo|videos)(?:\/|$))(\w{3,25})\/?$)/,
    apple: (_, [, channel]) => (channel === undefined ? null : `twitch://stream/${channel}`),
    android: "tv.twitch.android.app",
  },
  {
    name: "Discord",
    hosts: ["discord.gg", "discord.com", "www.discord.com"],
    paths: /^\/(?:invite\/|channels\/)?[\w-]{2,}/,
    apple: "tap",
    android: "com.discord",
  },
  { name: "Zoom", hosts: ["zoom.us"], paths: /^\/(?:j|my|w)\/[\w.-]+/, apple: "tap", android: "us.zoom.videomeetings" },
  {
    name: "Snapchat",
    hosts: ["snapchat.com", "www.snapchat.com"],
    paths: /^\/(?:add|t|spotlight)\/[^/]/,
    apple: "tap",
    android: "com.snapchat.android",
  },
  {
    name: "Threads",
    hosts: ["threads.com", "www.threads.com", "threads.net", "www.threads.net"],
    paths: /^\/@[^/]/,
    apple: "tap",
    android: "com.instagram.barcelona",
  },
  {
    name: "SoundCloud",
    hosts: ["soundcloud.com", "www.soundcloud.com", "on.soundcloud.com"],
    paths: /^\/[\w-]{2,}/,
    apple: "tap",
    android: "com.soundcloud.android",
  },
];

const byHost = new Map(rows.flatMap((row) => row.hosts.map((host) => [host, row] as const)));

/** Every Zoom account may have its own subdomain of `zoom.us`. */
const rowOf = (host: string) => byHost.get(/^[a-z\d-]{1,63}\.zoom\.us$/.test(host) ? "zoom.us" : host);

/** Returns the app that shows a web address; null if none is known. */
export function knownApp(address: string): KnownApp | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const { protocol, host, pathname, username, password } = url;
  if ((protocol !== "https:" && protocol !== "http:") || username || password) return null;
  const row = rowOf(host);
  const found = row?.paths.exec(pathname);
  return row && found ? { name: row.name, apple: appleOf(row.apple, url, found), android: row.android ?? null } : null;
}

function appleOf(apple: Row["apple"], url: URL, found: RegExpExecArray): string | null {
  if (apple === undefined) return null;
  return (apple !== "tap" && apple(url, found)) || `https://${url.host}${behindHost(url)}${url.hash}`;
}
