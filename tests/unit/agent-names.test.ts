import { expect, it } from "vitest";
import { describeAgent } from "@/lib/clicks/classify/enrich";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const WEBVIEW =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36";
const TV = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.0.0 Safari/537.36";

it.each([
  [`${WEBVIEW} trill_380502 JsSdk/1.0 NetType/WIFI Channel/googleplay BytedanceWebview/d8a21c6`, "TikTok"],
  [`${IPHONE} Mobile/15E148 musical_ly_38.5.0 JsSdk/2.0 NetType/WIFI`, "TikTok"],
  [`${WEBVIEW} [LinkedInApp]/4.1.1000`, "LinkedIn"],
  [`${IPHONE} Mobile/15E148 [LinkedInApp]/9.31.3083`, "LinkedIn"],
  [`${IPHONE} Mobile/15E148 Snapchat/13.20.0.40 (like Safari/8620.1.16, panda)`, "Snapchat"],
  [`${IPHONE} Mobile/15E148 [Pinterest/iOS]`, "Pinterest"],
  [`${WEBVIEW} [Pinterest/Android]`, "Pinterest"],
  [`${IPHONE} Mobile/15E148 Safari Line/14.20.0`, "LINE"],
  [`${WEBVIEW} Line/14.19.1/IAB`, "LINE"],
  [`${WEBVIEW} Telegram-Android/11.4.2 (Google Pixel 8; Android 14; SDK 34; HIGH)`, "Telegram"],
  [`${IPHONE} Mobile/15E148 Barcelona 350.0.0.24.101 (iPhone15,2; iOS 18_5; en_US)`, "Threads"],
  [`${IPHONE} Mobile/15E148 KAKAOTALK 25.1.1`, "KakaoTalk"],
  [`${WEBVIEW} KAKAOTALK/25.2.0 (INAPP)`, "KakaoTalk"],
  [`${IPHONE} Mobile/15E148 Reddit/2025.10.0`, "Reddit"],
  [`${IPHONE} Mobile/15E148 NAVER(inapp; search; 2200; 12.9.2; 15PRO)`, "NAVER"],
  [`${WEBVIEW} NAVER(inapp; search; 1680; 12.10.4)`, "NAVER"],
  [`${WEBVIEW} YaApp_Android/24.110 YaSearchBrowser/24.110`, "Yandex Browser"],
  [`${IPHONE} Version/18.0 YaBrowser/24.10.5.402.10 SA/3 Mobile/15E148 Safari/604.1`, "Yandex Browser"],
  [`${IPHONE} Mobile/15E148 MicroMessenger/8.0.53(0x18003531) NetType/WIFI Language/en`, "WeChat"],
  [`${WEBVIEW} Instagram 360.0.0.52.192 Android (34/14)`, "Instagram"],
  [`${WEBVIEW} [FB_IAB/FB4A;FBAV/492.0.0.67.76;IABMV/1;]`, "Facebook"],
  [`${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/486.0]`, "Facebook Messenger"],
  [`${IPHONE} GSA/350.1.700 Mobile/15E148 Safari/604.1`, "Google Search"],
  [WEBVIEW, "Chrome"],
  [`${IPHONE} Mobile/15E148`, "Safari"],
])("an app is named after its own browser: %s", (userAgent, browser) => {
  expect(describeAgent(userAgent)).toMatchObject({ browser, device: "Mobile" });
});

it.each([
  ["Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5", "KaiOS", "Mobile"],
  ["Signpost/12 CFNetwork/1568.300.101 Darwin/24.2.0", "iOS", "Mobile"],
  ["Signpost/12 CFNetwork/1240.0.4 Darwin/20.6.0 (x86_64) (MacBookPro16%2C1)", "macOS", "Desktop"],
  ["Signpost/3 (Watch6,4; watchOS 10.1) CFNetwork/1474 Darwin/23.0.0", "watchOS", "Mobile"],
  [`Mozilla/5.0 (SMART-TV; Linux; Tizen 6.5) ${TV.replace("Chrome", "SamsungBrowser/5.0 Chrome")}`, "Tizen", "TV"],
  [`Mozilla/5.0 (Web0S; Linux/SmartTV) ${TV} WebAppManager`, "WebOS", "TV"],
  [`Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2 Build/STT2.230203.001) ${TV}`, "Android", "TV"],
  [`Mozilla/5.0 (Linux; Android 11; AFTKA Build/RS8149; wv) ${TV}`, "Android", "TV"],
  [`Mozilla/5.0 (Linux; Android 9; MXQ BOX) ${TV}`, "Android", "TV"],
  [
    "Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (; Philips; 40HFL5010T12; ; PHILIPSTV; CE-HTML/1.0)) Presto/2.12",
    "Linux",
    "TV",
  ],
  [
    `Mozilla/5.0 (Linux; Android 4.4.2; ME173X Build/KOT49H) AppleWebKit/537.36 Chrome/49.0 Mobile Safari/537.36`,
    "Android",
    "Tablet",
  ],
  [`Mozilla/5.0 (Linux; Android 13; SM-X710) ${TV}`, "Android", "Tablet"],
  ["Dalvik/2.1.0 (Linux; U; Android 14; SM-S918B Build/UP1A.231005.007)", "Android", "Mobile"],
  ["Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; Tablet PC 2.0)", "Windows", "Desktop"],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36",
    "Chrome OS",
    "Desktop",
  ],
  ["Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Linux", "Desktop"],
  ["Nokia6300/2.0 (04.20) Profile/MIDP-2.0 Configuration/CLDC-1.1", "Unknown", "Mobile"],
])("finds system and device of %s", (userAgent, os, device) => {
  expect(describeAgent(userAgent)).toMatchObject({ os, device });
});

const android = (model: string, rest = "Chrome/131.0.0.0 Mobile Safari/537.36") =>
  `Mozilla/5.0 (Linux; Android 11; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const WIDE = "Chrome/131.0.0.0 Safari/537.36";

it.each([
  ["a diagonal before the panel", android("SABA_42SB6000F"), "TV"],
  ["a diagonal after the series", android("K43DLJ10US", WIDE), "TV"],
  ["a family of boxes", android("A95X F3 Air", WIDE), "TV"],
  [
    "Opera's browser for televisions",
    "Opera/9.80 (Linux mips; ) Presto/2.12 MB97 (MEDION, Si2157LG32, wireless)",
    "TV",
  ],
  ["a phone with a screen size in its name", android("Play 50 Pro"), "Mobile"],
  ["a tablet of Huawei without a modem", android("AGS3-W09"), "Tablet"],
  ["a tablet of Lenovo without calls", android("Lenovo A7600-F"), "Tablet"],
  ["a tablet of Digma", android("CITI 7528 4G CS7140ML"), "Tablet"],
  ["the word Tab between underscores", android("orange_Tab_7_4G"), "Tablet"],
  ["a mobile internet device", android("TF-MID806G"), "Tablet"],
  ["Yandex's edition for tablets", android("P80", `${WIDE} YaSearchBrowser/24.19/apad`), "Tablet"],
  ["a phone that the parser takes for a tablet of Acer", android("A501DL"), "Mobile"],
  ["a phone of Coolpad", android("Coolpad E502"), "Mobile"],
  ["Android on a notebook", android("Latitude 7480", WIDE), "Desktop"],
  [
    "Office on Windows",
    "Microsoft Office OneNote/16.0 (Windows/10.0; Desktop x64; en-US; Dell Inc./XPS 13)",
    "Desktop",
  ],
  ["HarmonyOS on a PC", "Mozilla/5.0 (PC; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0 Safari/537.36", "Desktop"],
  ["an app on macOS", "NetNewsWire (macOS; RSS Reader; https://netnewswire.com/)", "Desktop"],
])("finds the kind of device by %s", (_, userAgent, device) => {
  expect(describeAgent(userAgent).device).toBe(device);
});

it("takes no names that a visitor makes up", () => {
  for (const name of ["Foo", "Browser", "constructor", "toString", "__proto__", "Chromey"])
    expect(describeAgent(`${name}/1.0 (${name}; ${name} OS 3.1) ${name}Browser/2.0`)).toEqual({
      browser: "Unknown",
      os: "Unknown",
      device: "Unknown",
    });
});
