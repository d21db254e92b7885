import { expect, test } from "vitest";
import { describeAgent, findSocialNetwork, readLanguage, readReferrer } from "@/lib/clicks/classify/enrich";
import { locateAddress } from "@/lib/clicks/classify/geography";
import { describeVisit, robotOf } from "@/lib/clicks/classify/visit";
import { payloads } from "../support/xss";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";

const robot = (userAgent: string) =>
  robotOf(describeVisit({ method: "GET", headers: { "user-agent": userAgent } }, "192.0.2.7"));

test.each([
  ["WhatsApp/2.23.20.0 A", "agent:WhatsApp"],
  ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "agent:Slackbot-LinkExpanding"],
  ["Twitterbot/1.0", "agent:Twitterbot"],
  ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "agent:facebookexternalhit"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "agent:facebookexternalhit",
  ],
  ["LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)", "agent:LinkedInBot"],
  ["Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", "agent:Discordbot"],
  ["TelegramBot (like TwitterBot)", "agent:TelegramBot"],
  ["Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5", "agent:SkypeUriPreview"],
  ["SkypeSpaces/1.0a$*+", "agent:SkypeSpaces"],
  ["Microsoft-Teams-LinkPreview", "agent:Microsoft-Teams-LinkPreview"],
  ["Mozilla/5.0 (X11; Linux x86_64) Barracuda Sentinel (EE)", "agent:Barracuda"],
  ["Mozilla/4.0 (compatible; ms-office; MSOffice 16)", "agent:ms-office"],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "agent:Googlebot"],
  ["Pinterest/0.2 (+http://www.pinterest.com/)", "agent:Pinterest"],
  ["curl/8.5.0", "agent:curl"],
  ["python-requests/2.31.0", "agent:python-requests"],
])("%s is a bot", (userAgent, name) => expect(robot(userAgent)).toBe(name));

test.each([
  CHROME,
  `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.0;FBDV/iPhone14,5]`,
  `${IPHONE} Mobile/15E148 Instagram 300.0.0 (iPhone14,5; iOS 18_5; en_US)`,
  "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36",
])("a person: %s", (userAgent) => expect(robot(userAgent)).toBeNull());

test("HEAD and prefetch requests are not clicks by people", () => {
  expect(robotOf(describeVisit({ method: "HEAD", headers: {} }, ""))).toBe("head");
  expect(robotOf(describeVisit({ method: "GET", headers: { "sec-purpose": "prefetch" } }, ""))).toBe("prefetch");
});

test.each([
  [CHROME, "Chrome", "Windows", "Desktop"],
  [`${CHROME} Edg/141.0.0.0`, "Microsoft Edge", "Windows", "Desktop"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox", "Windows", "Desktop"],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Chrome",
    "Chrome OS",
    "Desktop",
  ],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari", "iOS", "Mobile"],
  [
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
    "Tablet",
  ],
  [`${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`, "Chrome", "Android", "Mobile"],
  [
    `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet for Android",
    "Android",
    "Mobile",
  ],
  [`${IPHONE} Mobile/15E148 Instagram 300.0.0`, "Instagram", "iOS", "Mobile"],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.0]`, "Facebook", "iOS", "Mobile"],
  ["Made-up-4711/1.0 (nothing known)", "Unknown", "Unknown", "Unknown"],
  ["", "Unknown", "Unknown", "Unknown"],
])("%s", (userAgent, browser, os, device) => expect(describeAgent(userAgent)).toEqual({ browser, os, device }));

test("an address has one country or none", () => {
  expect(locateAddress("8.8.8.8").country).toBe("US");
  expect(locateAddress("2001:4860:4860::8888").country).toBe("US");
  expect(locateAddress("193.0.6.139").country).toBe("NL");
  // An IPv4 address may be written inside an IPv6 one.
  for (const address of ["::ffff:8.8.8.8", "::FFFF:808:808", "64:ff9b::8.8.8.8"])
    expect([address, locateAddress(address).country]).toEqual([address, "US"]);
  for (const address of [
    ...["127.0.0.1", "10.0.0.1", "172.17.0.1", "192.168.178.20", "169.254.1.1", "100.64.0.1", "100.127.255.254"],
    ...["192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "0.0.0.0", "224.0.0.1", "240.0.0.1"],
    ...["255.255.255.255", "192.0.0.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fd00::1", "fec0::1", "ff02::1"],
    ...["2001:db8::1", "3fff::1", "2001::1", "100::1", "::ffff:10.0.0.1", "::ffff:c0a8:b214", "64:ff9b::10.0.0.1"],
    ...["", "nonsense"],
  ])
    expect([address, locateAddress(address).country]).toEqual([address, null]);
});

test.each([
  ["", "Direct"],
  ["https://www.Example.com:8443/path?q=1", "example.com"],
  ["https://user:secret@example.com/", "example.com"],
  ["android-app://com.google.android.gm/", "com.google.android.gm"],
  ["https://bücher.example/", "xn--bcher-kva.example"],
  ["http://[2001:db8::1]/", "[2001:db8::1]"],
  ["javascript:alert(1)", "Unknown"],
  ["not a url", "Unknown"],
  ["http://exa\0mple.com", "Unknown"],
])("the referrer %j is %s", (referrer, host) => expect(readReferrer(referrer)).toBe(host));

test.each([
  ["en-US,en;q=0.9", "en"],
  ["de;q=0.5, fr-CH;q=0.9, *;q=0.1", "fr"],
  ["zh-Hant-TW", "zh"],
  ["de;q=0", null],
  ["1_2, de;q=0.1", "de"],
  ["*", null],
  ["", null],
  ["<script>", null],
  ["en-<script>", "en"],
])("Accept-Language %j prefers %s", (header, language) => expect(readLanguage(header)).toBe(language));

test.each([
  ["l.facebook.com", "", "network1"],
  ["t.co", "", "network2"],
  ["mobile.twitter.com", "", "network2"],
  ["x.com", "", "network2"],
  ["netflix.com", "", null],
  ["l.instagram.com", "", "network3"],
  ["com.instagram.android", "", "network3"],
  ["Direct", `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.0]`, "network1"],
  ["Direct", `${IPHONE} Mobile/15E148 Twitter for iPhone/10.2`, "network2"],
  ["Direct", `${ANDROID} Instagram 300.0.0 Android FBAN/x`, "network3"],
  ["Direct", CHROME, null],
])("from %s with %s: %s", (host, userAgent, network) => expect(findSocialNetwork(host, userAgent)).toBe(network));

test("only plain words of a visitor's headers are stored", () => {
  for (const text of payloads) {
    const agent = `Mozilla/5.0 (X11; ${text}) ${text}`;
    const kept = [
      ...[text, `https://${text}/`, `https://example.com/${text}`, `https://${text}.example.com`].map(readReferrer),
      ...[agent, text, `${text}bot/1.0 ${text}`].flatMap((agent) => [
        ...Object.values(describeAgent(agent)),
        robot(agent) ?? "",
      ]),
      readLanguage(`${text},en;q=0.5`) ?? "",
    ];
    for (const value of kept) expect([text, value]).toEqual([text, expect.stringMatching(/^[\w .:[\]()/-]*$/)]);
  }
});
