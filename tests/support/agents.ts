import { readFileSync } from "node:fs";

const read = (file: string) => JSON.parse(readFileSync(`node_modules/${file}`, "utf8"));

/** User agents that others have classified. */
export interface Corpus {
  name: string;
  license: string;
  people: boolean;
  agents: string[];
}

interface Crawler {
  instances: string[];
  tags?: string[];
}

const crawlers = read("crawler-user-agents/crawler-user-agents.json") as Crawler[];
const collected = read("random-useragent/useragent-data.json") as { folder: string; userAgent: string }[];
const inFolder = (folder: RegExp) =>
  collected.filter((entry) => folder.test(entry.folder)).map(({ userAgent }) => userAgent);

const corpus = (name: string, license: string, people: boolean, agents: string[]): Corpus => ({
  name,
  license,
  people,
  agents: [...new Set(agents.filter((agent) => agent !== ""))],
});

/** Hard cases: devices whose user agents look like bots, and bots that do not. */
const devices = `
Opera/9.80 (Linux armv7l; U; HbbTV/1.1.1 (; Sony; KDL32; PKG1.2;;); CE-HTML/1.0; en) Presto/2.10.250 Version/11.60
Mozilla/5.0 (Linux armv7l; CE-HTML/1.0 NETTV/4.5.0; U; en) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/49.0.2623.75 Safari/537.36
Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.140 Safari/537.36 OPR/46.0.2207.0 OMI/4.21.4.112.Catcher4.69 Model/Hisense VIDAA/5.0
Mozilla/5.0 (SMART-TV; Linux; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/5.0 Chrome/85.0.4183.93 TV Safari/537.36
Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager
Mozilla/5.0 (Linux; U; Android 5.0.2; zh-cn; Redmi Note 2 Build/LRX22G) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 SogouMSE,SogouMobileBrowser/3.8.5
Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.4240.198 Safari/537.36 SE 2.X MetaSr 1.0
Mozilla/5.0 (Linux; Android 6.0; CUBOT ECHO Build/MRA58K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/59.0.3071.125 Mobile Safari/537.36
Mozilla/5.0 (Linux; Android 4.2.2; S222 Build/CUBOT) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/37.0.2062.117 Mobile Safari/537.36
Mozilla/5.0 (Linux; Android 7.0; M bot 54) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/78.0.3904.96 Mobile Safari/537.36
Mozilla/5.0 (Linux; Android 8.1.0; XBot_Senior Build/O11019) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/65.0.3325.109 Mobile Safari/537.36
Mozilla/5.0 (Linux; Android 4.4.2; GM Discovery II) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36
Mozilla/5.0 (Linux; Android 13; Spider 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36
Mozilla/5.0 (Linux; U; Android 4.3; Google Nexus 4 Build/JLS36G) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30
Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S8500/S8500XXJF4; U; Bada/1.0; fr-fr) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0 Mobile WVGA
SonyEricssonU10/R1x Browser/NetFront/3.5 Profile/MIDP-2.1 Configuration/CLDC-1.1 JavaPlatform/JP-8.5
BlackBerry7520/4.0.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/5.0.3.3 UP.Link/5.1.2.12 (Google WAP Proxy/1.0)
Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; Radar 4G)
Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; Trident/4.0; QQDownload 691; .NET CLR 2.0.50727)
Mozilla/5.0 (Linux; Android 12; LGE-AN10 Build/HONORLGE-AN10; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/86.0.4240.99 XWEB/3211 Mobile Safari/537.36 MicroMessenger/8.0.21 Process/toolsmp WeChat/arm64
UCWEB/2.0 (Java; U; MIDP-2.0; Nokia203/20.37) U2/1.0.0 UCMini/10.9.8.1006 (SpeedMode; Proxy; Android 4.4.4; AS-5433 ) U2/1.0.0 Mobile
Mozilla/5.0 (PlayStation; PlayStation 5/6.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15
Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7633; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/102.0.5005.125 Mobile Safari/537.36 cordova-amazon-fireos
Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36
Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 DuckDuckGo/7 Safari/605.1.15
Mozilla/5.0 (compatible; Konqueror/3.5; Linux; de) KHTML/3.5.10 (like Gecko)
Mozilla/4.0 (compatible; Gecko/20041115) Maple 5.0.0 Navi
Mozilla/6.0 (compatible; Amiga-AWeb)
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 https://toolbar.example/about
Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15 (https://app.example)
LG-KP500 Teleca/WAP2.0 MIDP-2.0/CLDC-1.1
Mozilla/4.0 (compatible; Polaris 6.0; Brew 5.0)
Mozilla/5.0 (compatible; Origyn Web Browser; AmigaOS 4; PPC; U) AppleWebKit/532.0+ (KHTML, like Gecko, Safari/532.0+)
Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.14326; Pro)`;
const robots = `
Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/6.2.3.3.c.1.101 (GUI) MMP/2.0 (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)
Mozilla/5.0 (Linux; Android 6.0.1; Moto G (4) Build/MPJ24.139-64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/58.0.3029.81 Mobile Safari/537.36 PTST/391
Mozilla/5.0 (iPhone; CPU iPhone OS 7_0 like Mac OS X) AppleWebKit/537.51.1 (KHTML, like Gecko) Version/7.0 Mobile/11A465 Safari/9537.53 BingPreview/1.0b
Mozilla/5.0 (Windows Phone 8.1; ARM; Trident/7.0; Touch; rv:11.0; IEMobile/11.0; NOKIA; Lumia 530) like Gecko BingPreview/1.0b
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36
Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)
Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2; +https://openai.com/gptbot
curl/8.5.0
python-requests/2.32.3
Go-http-client/2.0
okhttp/4.12.0
Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 (compatible; Watchtower/1.0)
Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Watchtower/1.0) Chrome/120.0.0.0 Safari/537.36
Mozilla/5.0 (compatible; Watchtower/2.4; +; )
Mozilla/5.0 (compatible; the content retrieval of a shop)
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.21 (KHTML, like Gecko) webscreenie Safari/537.21
GitHub-Hookshot/3b1f2c4
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 (+https://watchtower.example)
Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Watchtower/1.0 (https://watchtower.example)
kube-probe/1.29`;
const linesOf = (text: string) => text.trim().split("\n");

const measured = read("user-agents/dist/user-agents.json") as { userAgent: string; deviceCategory: string }[];
const ofDevice = (category: string) => [
  ...new Set(measured.filter((one) => one.deviceCategory === category).map(({ userAgent }) => userAgent)),
];

/** User agents whose device was measured by a page that they opened. */
export const measuredDevices = { Desktop: ofDevice("desktop"), Mobile: ofDevice("mobile"), Tablet: ofDevice("tablet") };

export const corpora: Corpus[] = [
  corpus("tests: devices", "MIT", true, linesOf(devices)),
  corpus("tests: robots", "MIT", false, linesOf(robots)),
  corpus(
    "crawler-user-agents",
    "MIT",
    false,
    crawlers.flatMap(({ instances }) => instances),
  ),
  corpus("random-useragent: spiders", "MIT", false, inFolder(/Spiders/)),
  corpus("random-useragent: browsers", "MIT", true, inFolder(/Browsers|Mobile|Game/)),
  corpus(
    "user-agents",
    "BSD-2-Clause",
    true,
    (read("user-agents/dist/user-agents.json") as { userAgent: string }[]).map(({ userAgent }) => userAgent),
  ),
  corpus("top-user-agents", "MIT", true, read("top-user-agents/src/index.json") as string[]),
];

/** The agents of `crawler-user-agents` that it lists as language models. */
export const aiAgents = crawlers.flatMap(({ instances, tags }) => (tags?.includes("ai-crawler") ? instances : []));
