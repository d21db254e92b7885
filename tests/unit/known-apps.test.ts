import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownApp } from "@/lib/resources/links/known-apps";
import { openingFor } from "@/lib/resources/links/routing/opening";
import { agents } from "../support/visit";

const tap = "tap";
const person = (userAgent: string) => ({ userAgent, head: false, prefetch: false });
const opened = (to: string, userAgent: string) =>
  openingFor({ opensApps: true, type: "direct" }, new URL(to).href, person(userAgent));

describe("an address", () => {
  it.each<[address: string, name: string, apple: string | null, android: string | null]>([
    [
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s",
      "YouTube",
      "vnd.youtube://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s",
      "com.google.android.youtube",
    ],
    [
      "https://m.youtube.com/shorts/aBcDeFgHiJk",
      "YouTube",
      "vnd.youtube://www.youtube.com/shorts/aBcDeFgHiJk",
      "com.google.android.youtube",
    ],
    [
      "https://youtu.be/dQw4w9WgXcQ?si=abc&t=10",
      "YouTube",
      "vnd.youtube://www.youtube.com/watch?v=dQw4w9WgXcQ&si=abc&t=10",
      "com.google.android.youtube",
    ],
    ["https://www.youtube.com/@NASA", "YouTube", "vnd.youtube://www.youtube.com/@NASA", "com.google.android.youtube"],
    [
      "https://youtube.com/channel/UCLA_DiR1FfKNvjuUpBHmylQ",
      "YouTube",
      "vnd.youtube://www.youtube.com/channel/UCLA_DiR1FfKNvjuUpBHmylQ",
      "com.google.android.youtube",
    ],
    ["https://music.youtube.com/watch?v=dQw4w9WgXcQ", "YouTube Music", tap, "com.google.android.apps.youtube.music"],
    ["https://www.instagram.com/nasa/", "Instagram", "instagram://user?username=nasa", "com.instagram.android"],
    ["https://instagram.com/p/C8_xyz-12/", "Instagram", tap, "com.instagram.android"],
    ["https://www.instagram.com/reel/C8_xyz-12/?igsh=x", "Instagram", tap, "com.instagram.android"],
    [
      "https://www.amazon.de/Some-Thing/dp/B08N5WRWNW/ref=x?tag=me-21",
      "Amazon",
      "com.amazon.mobile.shopping.web://www.amazon.de/Some-Thing/dp/B08N5WRWNW/ref=x?tag=me-21",
      "com.amazon.mShop.android.shopping",
    ],
    [
      "https://amazon.com/gp/product/B08N5WRWNW",
      "Amazon",
      "com.amazon.mobile.shopping.web://amazon.com/gp/product/B08N5WRWNW",
      "com.amazon.mShop.android.shopping",
    ],
    [
      "https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl?si=1",
      "Spotify",
      "spotify:track:11dFghVXANMlKmJXsNCbNl",
      "com.spotify.music",
    ],
    [
      "https://open.spotify.com/intl-de/album/11dFghVXANMlKmJXsNCbNl",
      "Spotify",
      "spotify:album:11dFghVXANMlKmJXsNCbNl",
      "com.spotify.music",
    ],
    ...["artist", "playlist", "episode", "show"].map((kind): [string, string, string, string] => [
      `https://open.spotify.com/${kind}/11dFghVXANMlKmJXsNCbNl`,
      "Spotify",
      `spotify:${kind}:11dFghVXANMlKmJXsNCbNl`,
      "com.spotify.music",
    ]),
    [
      "https://www.google.com/maps/place/Eiffel+Tower/@48.85,2.29,17z",
      "Google Maps",
      "comgooglemapsurl://www.google.com/maps/place/Eiffel+Tower/@48.85,2.29,17z",
      "com.google.android.apps.maps",
    ],
    [
      "https://maps.google.com/?q=Berlin",
      "Google Maps",
      "comgooglemapsurl://maps.google.com/?q=Berlin",
      "com.google.android.apps.maps",
    ],
    ["https://maps.app.goo.gl/AbC123", "Google Maps", tap, "com.google.android.apps.maps"],
    ["https://maps.apple.com/?q=Berlin&ll=52.5,13.4", "Apple Maps", "maps://?q=Berlin&ll=52.5,13.4", null],
    ["https://maps.apple.com/place?place-id=I1", "Apple Maps", tap, null],
    [
      "https://apps.apple.com/de/app/signal/id874139669",
      "App Store",
      "itms-apps://apps.apple.com/de/app/signal/id874139669",
      null,
    ],
    [
      "https://play.google.com/store/apps/details?id=org.thoughtcrime.securesms",
      "Google Play",
      null,
      "com.android.vending",
    ],
    [
      "https://wa.me/491701234567?text=Hello%20there",
      "WhatsApp",
      "whatsapp://send?phone=491701234567&text=Hello%20there",
      "com.whatsapp",
    ],
    ["https://chat.whatsapp.com/AbCdEf123", "WhatsApp", tap, "com.whatsapp"],
    ["https://t.me/durov", "Telegram", "tg://resolve?domain=durov", "org.telegram.messenger"],
    ["https://t.me/durov/142", "Telegram", "tg://resolve?domain=durov&post=142", "org.telegram.messenger"],
    ["https://t.me/+AbCdEfGhIjKlMnOp", "Telegram", "tg://join?invite=AbCdEfGhIjKlMnOp", "org.telegram.messenger"],
    ["https://x.com/nasa", "X", "twitter://user?screen_name=nasa", "com.twitter.android"],
    [
      "https://twitter.com/nasa/status/1445078208190291973?s=20",
      "X",
      "twitter://status?id=1445078208190291973",
      "com.twitter.android",
    ],
    ["https://www.facebook.com/nasa", "Facebook", tap, "com.facebook.katana"],
    ["https://www.tiktok.com/@nasa/video/7106594312292453675", "TikTok", tap, "com.zhiliaoapp.musically"],
    ["https://www.linkedin.com/in/williamhgates/", "LinkedIn", tap, "com.linkedin.android"],
    [
      "https://www.pinterest.com/pin/99360735500167749/",
      "Pinterest",
      "pinterest://pin/99360735500167749",
      "com.pinterest",
    ],
    ["https://www.pinterest.de/nasa/", "Pinterest", tap, "com.pinterest"],
    ["https://www.reddit.com/r/space/comments/abc/def/", "Reddit", tap, "com.reddit.frontpage"],
    ["https://www.netflix.com/de/title/80057281", "Netflix", tap, "com.netflix.mediaclient"],
    ["https://www.twitch.tv/nasa", "Twitch", "twitch://stream/nasa", "tv.twitch.android.app"],
    ["https://www.twitch.tv/videos/123456", "Twitch", tap, "tv.twitch.android.app"],
    ["https://discord.gg/abcDEF", "Discord", tap, "com.discord"],
    ["https://us02web.zoom.us/j/81234567890?pwd=x", "Zoom", tap, "us.zoom.videomeetings"],
    [
      "http://www.youtube.com/watch?v=dQw4w9WgXcQ",
      "YouTube",
      "vnd.youtube://www.youtube.com/watch?v=dQw4w9WgXcQ",
      "com.google.android.youtube",
    ],
  ])("%s belongs to %s", (address, name, apple, android) => {
    const web = address.replace(/^http:/, "https:");
    expect(knownApp(address)).toEqual({ name, apple: apple === tap ? web : apple, android });
  });

  it.each([
    "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
    "https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ",
    "https://evil-youtube.com/watch?v=1",
    "https://www.youtube.com@evil.example/watch?v=1",
    "https://user:word@www.youtube.com/watch?v=1",
    "https://www.youtube.com:8443/watch?v=1",
    "https://yοutube.com/watch?v=1",
    "https://www.youtube.com/",
    "https://www.youtube.com/about",
    "https://youtu.be/",
    "https://instagram.com/explore/",
    "https://instagram.com/accounts/login",
    "https://amazon.example/dp/B08N5WRWNW",
    "https://amazon.com.evil.example/dp/B08N5WRWNW",
    "https://www.amazon.com/",
    "https://www.google.com/search?q=maps",
    "https://google.com.evil.example/maps",
    "https://open.spotify.com/",
    "https://x.com/intent/post?text=a",
    "https://x.com/home",
    "https://notzoom.us/j/1",
    "https://a.b.zoom.us/j/1",
    "https://zoom.us.evil.example/j/1",
    "https://t.me/",
    "https://wa.me/text",
    "https://example.com/",
    "ftp://www.youtube.com/watch?v=1",
    "javascript:alert(1)//www.youtube.com/watch",
    "not an address",
    "",
  ])("%s belongs to no app", (address) => {
    expect(knownApp(address)).toBeNull();
  });
});

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "#Intent;package=evil.app;end",
    ";end",
    "S.browser_fallback_url=https://evil.example;",
    "%23Intent;",
    '"><script>',
    "\r\n",
  ),
);
const places = fc.constantFrom(
  "https://www.youtube.com/watch?v=",
  "https://www.youtube.com/@",
  "https://www.instagram.com/",
  "https://www.amazon.com/dp/B08N5WRWNW/",
  "https://www.google.com/maps/",
  "https://wa.me/491701234567?text=",
  "https://maps.apple.com/?q=",
  "https://t.me/",
  "https://example.com/",
  "http://example.com/",
);
const instagram = (system: string) => `${system} Instagram 354.0.0.29.90`;
const browsers = [agents.iphone, agents.android, instagram(agents.iphone), instagram(agents.android)];

/** Parses an intent like Android's `Intent.parseUri`: everything after the last `#`, separated by `;`. */
function parsed(intent: string) {
  const at = intent.lastIndexOf("#");
  const [head, ...parts] = intent.slice(at + 1).split(";");
  return { data: intent.slice("intent:".length, at), head, parts, last: parts.pop() };
}

it("cannot change the rest of an intent or a scheme", () => {
  fc.assert(
    fc.property(places, text, text, fc.constantFrom(...browsers), (place, rest, fragment, agent) => {
      const address = `${place}${rest}#${fragment}`;
      if (!URL.canParse(address)) return;
      const to = new URL(address).href;
      const opening = opened(address, agent);
      if (!opening) return;
      const { href } = opening;
      expect(href).toMatch(/^[\x21-\x7e]+$/);
      expect(href).not.toMatch(/["<>]/);
      if (!href.startsWith("intent:")) {
        const [scheme = ""] = href.split(":", 1);
        expect([
          "https",
          "vnd.youtube",
          "instagram",
          "com.amazon.mobile.shopping.web",
          "comgooglemapsurl",
          "whatsapp",
          "maps",
          "tg",
        ]).toContain(scheme);
        return;
      }
      const { data, head, parts, last } = parsed(href);
      expect([head, last]).toEqual(["Intent", "end"]);
      expect(new URL(`https:${data}`).host).toBe(new URL(to).host);
      const allowed = knownApp(to)?.android;
      expect(parts.filter((part) => part.startsWith("package="))).toEqual(
        agent === agents.android ? [`package=${allowed}`] : [],
      );
      expect(parts.filter((part) => part.startsWith("S."))).toEqual([
        `S.browser_fallback_url=${encodeURIComponent(to)}`,
      ]);
      expect(parts).toHaveLength(agent === agents.android ? 3 : 2);
    }),
    { numRuns: 2_000 },
  );
});

describe("the opened address", () => {
  const video = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
  const fallback = encodeURIComponent(video);

  it("is an intent for the app on Android, and the app's scheme on iOS", () => {
    expect(opened(video, agents.android)).toEqual({
      app: "YouTube",
      href: `intent://www.youtube.com/watch?v=dQw4w9WgXcQ#Intent;scheme=https;package=com.google.android.youtube;S.browser_fallback_url=${fallback};end`,
    });
    expect(opened(video, agents.iphone)).toEqual({
      app: "YouTube",
      href: "vnd.youtube://www.youtube.com/watch?v=dQw4w9WgXcQ",
    });
  });

  it("does not exist on desktops, for bots, without an app, and for links with a page first", () => {
    for (const agent of [agents.windows, agents.mac, agents.whatsapp, agents.slack, agents.facebook, ""]) {
      expect(opened(video, agent)).toBeNull();
    }
    const googlebot = `${agents.android} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`;
    expect(opened(video, googlebot)).toBeNull();
    expect(opened("https://example.com/", agents.iphone)).toBeNull();
    expect(opened("https://play.google.com/store/apps/details?id=a.b", agents.iphone)).toBeNull();
    for (const type of ["frame", "splash", "overlay"] as const) {
      expect(openingFor({ opensApps: true, type }, video, person(agents.iphone))).toBeNull();
    }
    expect(openingFor({ opensApps: false, type: "direct" }, video, person(agents.iphone))).toBeNull();
    expect(
      openingFor({ opensApps: true, type: "direct" }, video, { ...person(agents.iphone), prefetch: true }),
    ).toBeNull();
  });

  const ios =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
  const android =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.58 Mobile Safari/537.36";
  const elsewhere = "https://example.com/a?b=1#c";
  const out = `intent://example.com/a?b=1#c#Intent;scheme=https;S.browser_fallback_url=${encodeURIComponent(elsewhere)};end`;

  it.each<[name: string, agent: string, href: string | null]>([
    [
      "Instagram on iOS",
      `${ios} Instagram 424.1.0.31.54 (iPhone18,4; iOS 18_6; en_GB; en-GB; scale=3.00; 1260x2736; IABMV/1; 933996394) Safari/604.1`,
      `instagram://extbrowser/?url=${encodeURIComponent(elsewhere)}`,
    ],
    [
      "Facebook on iOS",
      `${ios} [FBAN/FBIOS;FBAV/488.0.0.68.101;FBBV/658219612;FBDV/iPhone12,8;FBMD/iPhone;FBSN/iOS;FBSV/18.1]`,
      `x-safari-${elsewhere}`,
    ],
    ["TikTok on iOS", `${ios} BytedanceWebview/d8a21c6 musical_ly_33.2.1 JsSdk/2.0`, `x-safari-${elsewhere}`],
    ["LINE on iOS", `${ios} Safari Line/14.7.3`, `x-safari-${elsewhere}`],
    ["LinkedIn on iOS", `${ios} [LinkedInApp]/9.30.1753`, `x-safari-${elsewhere}`],
    ["Pinterest on iOS", `${ios} [Pinterest/iOS]`, `x-safari-${elsewhere}`],
    ["Snapchat on iOS", `${ios} Snapchat/12.72.0.39 (like Safari/8617.2.4.10.8, panda)`, null],
    ["X on iOS", `${ios} Twitter for iPhone/11.43.1`, null],
    ["WeChat on iOS", `${ios} MicroMessenger/8.0.50 NetType/WIFI Language/zh_CN`, null],
    ["Facebook on an old iOS", `${ios.replace("18_6", "16_7")} [FBAN/FBIOS;FBAV/488.0.0.68.101]`, null],
    [
      "Instagram on Android",
      `${android} Instagram 355.1.0.44.103 Android (34/14; 420dpi; 1080x2205; Google/google; Pixel 8)`,
      out,
    ],
    ["Facebook on Android", `${android} [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]`, out],
    ["TikTok on Android", `${android} musical_ly_2023303040 JsSdk/1.0 NetType/WIFI BytedanceWebview/d8a21c6`, out],
    ["LINE on Android", `${android} Line/14.4.0/IAB`, out],
    ["Pinterest on Android", `${android} [Pinterest/Android]`, out],
    ["WeChat on Android", `${android} MicroMessenger/8.0.50 NetType/WIFI Language/zh_TW`, null],
    ["Chrome on Android", agents.android, null],
    ["Safari", agents.iphone, null],
  ])("in %s sends visitors to their own browser if possible", (_, agent, href) => {
    expect(opened(elsewhere, agent)).toEqual(href && { app: null, href });
  });

  it("from another app on Android is an intent for the system's choice", () => {
    expect(opened(video, `${android} Instagram 355.1.0.44.103 Android (34/14)`)).toEqual({
      app: "YouTube",
      href: `intent://www.youtube.com/watch?v=dQw4w9WgXcQ#Intent;scheme=https;S.browser_fallback_url=${fallback};end`,
    });
  });
});
