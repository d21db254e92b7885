import { LRUCache } from "lru-cache";
import UAParser from "ua-parser-js";
import { acceptedLanguages, primaryLanguage } from "@/lib/contract/language-codes";
import { parseUrl } from "@/lib/contract/url";
import { browserName, nameBrowser, nameSystem, osName } from "./agent-names";
import { androidModelKind } from "./android-models";

// Words of televisions, of boxes and sticks for televisions, and of their systems.
const TELEVISION =
  /hbbtv|\baft\w+|brightsign|tpapi|wv-atv|\batv\b|\bshell [\w-]*\d|_shell_|\b(?:smart|tv|iptv|android|media)[ _-]?box|\bbox\b(?=[^()]{0,200}\))|\bstick\b|_vlc\/|ce-html|smart-?tv|smarthub|google ?tv|android ?tv|apple ?tv|tvos|\btv\b|large screen|\bdtv|dtv\b|\btv(?:\d|browser|store)|(?:net|inet|inett|open|oipf|kreatel|vestel|techni|web0s.{0,40}smart)tv|netcast|webos\.?tv|web0s|vidaa|viera|bravia|aquos ?(?:tv|browser)|inettvbrowser|hybridcast|roku|crkey|mibox|shield android|nexus player|kreatv|espial|\bbdp\b|blu-?ray|bdplayer|sonybdp|sonycebrowser|\bstb\b|set-?top|dunehd|boxee|netrange|\bnettv|freebox|bouygtel|mag\d{3}|philipstv|tizen.{0,80}\btv\b|maple[ _-]?\d|maple_|opera tv|netgem|sky_?stb|skyq|tpvision|\bmitv|\bchromecast|\bbbox|, ?wire(?:d|less)\)|\bvizios\b|\byouview|digaplus|kdl-?\d|\bloewe|technicolor|\bvewd|\bomi\/\d|\bdlnadoc|infinet 0|\buid\([\da-f:]+\/|\bmmp-?tv|\bpovidaa|fetch ?tv|\beitv|linux.{0,20}tvbrowser|appletv|\bgftv/i;
// Phones and tablets that may contain such words in the name of an app or model.
const NO_TELEVISION =
  /iphone|ipad|ipod|windows phone|\bmobile safari\/(?!.*\btv\b)(?=.*\bandroid)(?!.*(?:aft[a-z]|bravia|crkey|shield))/i;

const TABLET =
  /ipad|\btablet\b(?! pc)|\bpad\b|playbook|kindle|silk(?!.*mobile)|\bkf[a-z]{2,5}\b|nexus (?:7|9|10)\b|\bgt-(?:n[58]|p)\d|\bsm-[tpx]\d|\bsch-i800|\bmediapad|\bmatepad|xoom|transformer|\btf\d{3}|\bme\d{3}[a-z]|\blenovo ?(?:tab|yt|tb)|\btb-?\w?\d{3,4}|\bideatab|lepad|\bgalaxy ?tab|touchpad|hp-tablet|\bxperia tablet|\bsgpt?\d|\bslate\b|\bnook\b|\bbntv|\barchos \d{2,3}|\blg-v\d|\bpmp\d|\bhuawei.{0,10}(?:ags|bah|jdn|kob|btv|agr|dby|scmr)|\b(?:ags|bah|jdn|kob|agr|scmr|mrx|mrr|dby)\d?-\w{2,4}\b|\bsurftab|\bstreak|\bnexus pad|\bmz60\d|\ba1-8\d\d|\biconia|\bb1-7\d\d|\bpixel (?:c|tablet)\b|\bopd\d{4}|\bxiaomi pad|\bredmi pad|\bmi ?pad|\brmp\d{4}|\bvivo pad|\bonda|\bteclast|\bp\d0hd/i;

const PHONE =
  /mobi|phone|ipod|phone|blackberry|\bbb10|\bbb\d|nokia|symbian|series ?[346]0|\bs[46]0\b|midp|cldc|\bwap\b|wap\d|wap browser|up\.(?:browser|link)|up\/4|netfront|\bnf-|obigo|teleca|polaris|dolfin|jasmine|openwave|maui|\bbrew\b|\bj2me|opera mini|ucweb|\bjuc|\bu2\/|jig browser|docomo|softbank|vodafone|kddi|willcom|j-phone|ddipocket|pocket internet explorer|wpdesktop|osre\/|emobile|\bau-mic|portalmmm|windows ce|iemobile|windows ce; ppc|smartphone|\bpalm|webos\/|hpwos|\bpre\/|blazer|hiptop|danger|avantgo|kaios|sailfish|maemo|meego|bada|tizen(?!.*tv)|firefox os|\(mobile|harmonyos|\bwatch\b|wear ?os|android|cfnetwork.{0,80}darwin|dalvik|nucleus|threadx|mocor|spreadtrum|\bmtk|mediatek|profile\/|configuration\/|release\/\d\d\.\d\d\.\d{4}|browser\/(?:wap|dorado|teleca|obigo|netfront|maui|up|openwave)|^(?:sec|samsung|lg|lge|mot|sie|sonyericsson|alcatel|sagem|sharp|philips|panasonic|nec|huawei|zte|htc|sanyo|kyocera|audiovox|pantech|benq|tianyu|coolpad|konka|lenovo|haier|amoi|tcl|hisense|gionee|ktouch|k-touch|bird|dbtel|micromax|karbonn|lava|spice|fly|cect|tecno|itel|infinix|toshiba|sgh|sph|gt-|sch|asus|dell|acer|cricket|qc|ericsson|mitsu|hitachi|casio)[-_ /\d]/i;

const DESKTOP =
  /windows(?! (?:phone|ce|mobile))|win(?:9[58]|1[01]|nt|64|32|16)\b|macintosh|mac os x|\bmacos\b|\bosx\b|os=mac|apple-darwin|cygwin|mac_p|\bppc mac|x11|linux|cros|bsd\b|sunos|solaris|haiku|beos|amiga|morphos|os\/2|risc os|irix|hp-ux|aix|qnx|photon|openvms|syllable|unix|\bdos\b|electron|fuchsia/i;

// Words of programs and systems for desktops in agents that otherwise look like those of phones: Office on Windows
// (`Windows/10.0; Desktop x64`), Facebook's apps for Windows, which are built with osmeta, and HarmonyOS, which starts
// with the kind of device (`(PC; OpenHarmony 5.0)`, as ArkWeb's documentation explains).
const SURELY_DESKTOP = /; desktop (?:x64|x86|wow64|arm64|app)\b|\bosmeta\b|\(pc; openharmony/i;
// Android on a notebook or in a window of a desktop, by the series of notebooks. The group with its reference finds only
// the first "Android", so that the rest of a text with thousands of them is not read again for each.
const NOTEBOOK =
  /^(?=(.*?android))\1(?!.* mobile\b).*\b(?:thinkpad|ideapad|inspiron|latitude|vostro|xps 1\d|travelmate|aspire|satellite|lifebook|elitebook|probook|pavilion|pixelbook|macbook|notebook|netbook|laptop|waydroid)\b/i;

/**
 * The makers that the parser recognizes by short numbers, such as `A501`. Other makers give them to phones. Chrome says
 * `Mobile` on phones only: https://developer.chrome.com/docs/multidevice/user-agent.
 */
const GUESSED = new Set(["Acer", "Dragon Touch", "Vodafone", "ASUS", "NextBook"]);

/**
 * Returns the kind of device that an agent runs on; null if it cannot be determined. The second argument is the parser's
 * result.
 */
function deviceKind(
  userAgent: string,
  { type: parsed, vendor }: { type?: string; vendor?: string },
): "Desktop" | "Mobile" | "Tablet" | "TV" | null {
  if (parsed === "smarttv" || (TELEVISION.test(userAgent) && !NO_TELEVISION.test(userAgent))) return "TV";
  if (parsed === "console" || parsed === "embedded") return null;
  if (/cfnetwork.{0,80}(?:x86_64|i386|mac)/i.test(userAgent)) return "Desktop";
  if (/chromebook|\bCrOS\b/i.test(userAgent) || SURELY_DESKTOP.test(userAgent)) return "Desktop";
  const model = androidModelKind(userAgent);
  if (model) return model;
  if (NOTEBOOK.test(userAgent)) return "Desktop";
  // Yandex's apps name their edition for tablets.
  if (/\/apad\b/.test(userAgent)) return "Tablet";
  const isAndroid = /android/i.test(userAgent);
  // Chrome on Android says `Mobile` on phones only. Apps do not follow this rule.
  const isWideAndroid = isAndroid && userAgent.startsWith("Mozilla/") && !/mobi/i.test(userAgent);
  if (parsed === "mobile" && !isWideAndroid && !/\bipad\b|playbook|\btablet;/i.test(userAgent)) return "Mobile";
  const isGuessed = GUESSED.has(`${vendor}`) && / Mobile\b/.test(userAgent);
  if ((parsed === "tablet" && !isGuessed) || TABLET.test(userAgent)) return "Tablet";
  if (isWideAndroid && parsed === undefined) return "Tablet";
  if (parsed === "mobile" || parsed === "wearable" || PHONE.test(userAgent)) return "Mobile";
  return DESKTOP.test(userAgent) ? "Desktop" : null;
}

// Apps that have their own browser, which adds a word to the user agent of the system's browser.
const APPS: [name: string, words: RegExp][] = [
  // These come first, because Instagram and Threads also contain Facebook's words.
  ["Threads", /\bBarcelona /],
  ["Instagram", /\bInstagram /],
  ["WhatsApp", /\bWhatsApp\//],
  ["Facebook Messenger", /\bFBAN\/Messenger|\bFB_IAB\/(?:Orca|MESSENGER)|\bMessengerForiOS\b|\bMessengerLite/],
  ["Facebook", /\bFBA[NV]\/|\bFB_IAB\//],
  ["X", /\bTwitter(?: for |Android)/],
  ["TikTok", /\bmusical_ly|\bBytedanceWebview\b|\bTikTok\b|\btrill_\d|\bBytedance\/TikTok/i],
  ["LinkedIn", /\[?\bLinkedInApp\b|\bLinkedIn\/\d/],
  ["Snapchat", /\bSnapchat\b/],
  ["Pinterest", /\[Pinterest\/|\bPinterest(?: for |\/(?:iOS|Android|\d))/],
  ["KakaoTalk", /\bKAKAOTALK\b/i],
  ["LINE", /\bLine\/\d/],
  ["Telegram", /\bTelegram(?:-Android|\/\d| )/i],
  ["Reddit", /\bReddit\//],
  ["NAVER", /\bNAVER\(/],
  ["WeChat", /\bMicroMessenger\//],
  ["QQ", /^(?!.*MQQBrowser\/\d+\.\d+ Mobile Safari\/[\d.]+$).*\bQQ\/\d/],
  ["Weibo", /\bWeibo\b/i],
  ["Alipay", /\bAlipayClient\//],
  ["Baidu", /\bbaiduboxapp\//i],
  ["Zalo", /\bZalo\b/],
  ["Viber", /\bViber\//],
  ["Discord", /\bDiscord\//],
  ["Slack", /\bSlack(?:_SSB)?\/\d/],
  ["Microsoft Teams", /\bTeams(?:Mobile)?[-/]\w/],
  ["Daum", /\bDaumApps\//],
  ["VK", /\bVKAndroidApp\/|\bcom\.vk\.|\bvkclient\b/i],
  ["Google Search", /\bGSA\//],
];

/** Returns the app whose own browser opened a page; null for a standalone browser. */
function appOf(userAgent: string): string | null {
  return APPS.find(([, words]) => words.test(userAgent))?.[0] ?? null;
}

/** The label of values that could not be determined. */
export const UNKNOWN = "Unknown";
/** The label of values that are counted together because there are too many. */
export const OTHER = "Other";
/** The referrer of a visit without a Referer header. */
const DIRECT = "Direct";

/** `network1` is Facebook, `network2` X, `network3` Instagram. */
export type SocialNetwork = "network1" | "network2" | "network3";

export interface Agent {
  browser: string;
  os: string;
  /** Desktop, Mobile, Tablet, TV or Unknown */
  device: string;
}

const agentByHeader = new LRUCache<string, Agent>({ max: 20_000 });

/** Returns browser, operating system and device of a User-Agent header; `Unknown` for those that it does not name. */
export function describeAgent(userAgent: string): Agent {
  let agent = agentByHeader.get(userAgent);
  if (agent === undefined) {
    agent = parseAgent(userAgent);
    agentByHeader.set(userAgent, agent);
  }
  return agent;
}

function parseAgent(userAgent: string): Agent {
  if (userAgent === "") return { browser: UNKNOWN, os: UNKNOWN, device: UNKNOWN };
  const parser = new UAParser(userAgent);
  return {
    browser: appOf(userAgent) ?? nameBrowser(userAgent) ?? browserIn(userAgent, parser.getBrowser().name) ?? UNKNOWN,
    os: nameSystem(userAgent) ?? osName(parser.getOS().name) ?? UNKNOWN,
    device: deviceKind(userAgent, parser.getDevice()) ?? UNKNOWN,
  };
}

function browserIn(userAgent: string, parsed: string | undefined): string | undefined {
  // Web views in Android apps name both Android's old browser and Chrome. They are Chrome.
  if (parsed === "Android Browser" && userAgent.includes("Chrome/")) return "Chrome";
  // Web views on iOS have no version and no name.
  if (parsed === "WebKit" && /iPhone|iPad|iPod|Macintosh/.test(userAgent)) return "Safari";
  return browserName(parsed) ?? (userAgent.startsWith("Dalvik/") ? "Android Browser" : undefined);
}

const REFERRING = /^(?:https?|android-app|ios-app):$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes are what is looked for
const BYTES = /^[\x00-\xff]*[\x80-\xff][\x00-\xff]*$/;

/** Decodes a header that was sent in UTF-8: Node passes its bytes on as Latin-1 characters. */
function asUtf8(header: string): string {
  if (!BYTES.test(header)) return header;
  const text = Buffer.from(header, "latin1").toString();
  return text.includes("\ufffd") ? header : text;
}

/** Returns the host of a Referer header without `www.`; `Direct` for an empty header, `Unknown` for an invalid one. */
export function readReferrer(referrer: string): string {
  if (referrer === "") return DIRECT;
  const url = parseUrl(asUtf8(referrer));
  if (!url) return UNKNOWN;
  const { protocol, hostname } = url;
  if (!REFERRING.test(protocol)) return UNKNOWN;
  // A host name with a final dot is the same name in its full form.
  const host = hostname
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "");
  return /^[a-z0-9._:[\]-]{1,253}$/.test(host) ? host : UNKNOWN;
}

const tagByHeader = new LRUCache<string, string>({ max: 5_000 });

/** Returns the preferred language of an Accept-Language header as a tag such as `pt-BR` or `de`, or null. */
export function readLanguageTag(acceptLanguage: string): string | null {
  let tag = tagByHeader.get(acceptLanguage);
  if (tag === undefined) {
    tag = acceptedLanguages(acceptLanguage)[0] ?? "";
    tagByHeader.set(acceptLanguage, tag);
  }
  return tag || null;
}

/** Returns the preferred language of an Accept-Language header as a lower-case ISO 639 code, or null. */
export function readLanguage(acceptLanguage: string): string | null {
  const tag = readLanguageTag(acceptLanguage);
  return tag && primaryLanguage(tag);
}

export const SOCIAL_HOSTS: [SocialNetwork, RegExp][] = [
  ["network1", /(^|\.)(facebook\.com|fb\.com|fb\.me|messenger\.com)$|^com\.facebook\./],
  ["network2", /(^|\.)(twitter\.com|x\.com)$|^t\.co$|^com\.twitter\./],
  ["network3", /(^|\.)instagram\.com$|^com\.instagram\./],
];

/**
 * Returns the social network that a visit came from: by its referrer's host (see `readReferrer`), else by the app's own
 * browser.
 */
export function findSocialNetwork(referrerHost: string, userAgent: string): SocialNetwork | null {
  const byHost = SOCIAL_HOSTS.find(([, hosts]) => hosts.test(referrerHost));
  return byHost?.[0] ?? socialOfAgent(userAgent);
}

function socialOfAgent(userAgent: string): SocialNetwork | null {
  // Test for Instagram first: its browser also contains Facebook's words.
  if (userAgent.includes("Instagram ")) return "network3";
  if (/\bFBA[NV]\/|\bFB_IAB\//.test(userAgent)) return "network1";
  return /\bTwitter(?: for |Android)/.test(userAgent) ? "network2" : null;
}
