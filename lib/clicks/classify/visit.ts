import type { IncomingHttpHeaders } from "node:http";
import { isbotMatch } from "isbot";
import { LRUCache } from "lru-cache";
import type { ClickClass } from "@/generated/prisma/enums";
import { mayHaveUtm, parseParameters, type Utm, utmFields } from "@/lib/contract/utm";
import { env } from "@/lib/platform/env";
import { hmac } from "@/lib/platform/secrets";

/** The reason why a click does not count as a person's. */
export interface Verdict {
  class: ClickClass;
  /** the rule: `head`, `prefetch`, `agent:<name>`, `referrer:<host>`, `headers`, `network:<name>`, `burst`, `twice` */
  rule: string;
}

/** Version of the rules, stored with each click. Increase it with every change of the rules. */
export const RULESET = 4;

/** What a request reveals about its visitor. Strings are as sent, cut to a length that no honest client reaches. */
export interface Visit {
  /** milliseconds since 1970 */
  at: number;
  address: string;
  userAgent: string;
  referrer: string;
  /** the Accept-Language header */
  language: string;
  head: boolean;
  /** fetched in advance for a click that may never happen */
  prefetch: boolean;
  /** another sign that no person opens the page; see `markOf` */
  mark?: Mark;
  /** whether the visitor asked not to be tracked */
  untracked: boolean;
  /** whether the visitor agreed to pixels, where CONSENT requires that; undefined if it does not */
  agreed?: boolean;
  /**
   * whether the visit is certainly a person's: on a link with a click limit, the visitor pressed our button or entered
   * the password
   */
  pressed?: boolean;
  /** headers of browsers that it had (see `sentHeaders`); undefined if that was not recorded */
  headers?: number;
  /** the UTM parameters of the visited URL; undefined if it has none */
  utm?: Utm;
}

/** `embedded`: loaded as part of a page; `range`: requests only the first bytes; `signed`: signed by an agent. */
export type Mark = "embedded" | "range" | "signed";

/** Returns the visit of a request. `address` is the client's, after trusted proxies have been resolved. */
export function describeVisit(
  { method, url = "", headers }: { method?: string; url?: string; headers: IncomingHttpHeaders },
  address: string,
): Visit {
  return {
    at: Date.now(),
    // A dual-stack socket reports IPv4 addresses with this prefix. Without it, the visitor is the same as through an
    // IPv4 socket or a proxy.
    address: address.startsWith("::ffff:") ? address.slice(7) : address,
    userAgent: plainAgent(cut(headers["user-agent"], 512)),
    referrer: cut(headers.referer, 512),
    language: cut(headers["accept-language"], 128),
    head: method === "HEAD",
    prefetch: PURPOSES.some((name) => isPrefetch(headers[name])),
    mark: markOf(headers),
    untracked: headers.dnt === "1" || headers["sec-gpc"] === "1",
    ...(env.CONSENT === "required" && { agreed: readConsent(headers) === "yes" }),
    headers: sentHeaders(headers),
    utm: mayHaveUtm(url) ? utmOf(url) : undefined,
  };
}

/** Returns what the visitor answered on a page that asks for consent to pixels; null if they have not answered. */
export function readConsent({ cookie = "" }: IncomingHttpHeaders): "yes" | "no" | null {
  return (/(?:^|;\s*)pixels=(yes|no)(?:;|$)/.exec(cookie)?.[1] ?? null) as "yes" | "no" | null;
}

function utmOf(url: string): Utm | undefined {
  const query = parseParameters(url);
  return utmFrom((field) => query.get(`utm_${field}`)?.trim());
}

/** Returns the fields that have a value, cut to a length that no campaign name reaches; undefined if there are none. */
export function utmFrom(read: (field: keyof Utm) => string | undefined): Utm | undefined {
  const utm: Utm = {};
  for (const field of utmFields) {
    const value = read(field);
    if (value) utm[field] = cut(value, 128);
  }
  return Object.keys(utm).length > 0 ? utm : undefined;
}

const cut = (value: string | undefined, length: number) => (value === undefined ? "" : value.slice(0, length));

const PURPOSES = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

// Chrome sends "prefetch;prerender" and old Safari "preview". Programs that open pages before they are tapped send
// "instant".
function isPrefetch(value: string | string[] | undefined): boolean {
  return typeof value === "string" && /prefetch|prerender|preview|instant/i.test(value);
}

// Pages are opened as a document or in a frame. `empty` is a script's request, which may show the page.
const OPENED = /^(?:document|i?frame|fencedframe|embed|object|nested-document|empty)$/;
const FIRST_BYTES = /^bytes=0-\d{1,5}$/;

function markOf(headers: IncomingHttpHeaders): Mark | undefined {
  if (headers["signature-agent"] !== undefined) return "signed";
  const destination = headers["sec-fetch-dest"];
  if (typeof destination === "string" && !OPENED.test(destination)) return "embedded";
  // A resumed download begins at a later byte.
  return headers.range !== undefined && FIRST_BYTES.test(headers.range) ? "range" : undefined;
}

/** Restores the spaces of a user agent. Some programs encode them as in a URL. */
function plainAgent(userAgent: string): string {
  if (userAgent.includes(" ")) return userAgent;
  if (/^[\w.-]+\/[\d.]+\+/.test(userAgent)) return userAgent.replaceAll("+", " ");
  if (!/%20|%2F/i.test(userAgent)) return userAgent;
  try {
    return decodeURIComponent(userAgent);
  } catch {
    return userAgent;
  }
}

const robotAgents = new LRUCache<string, Verdict | "person">({ max: 5_000 });

/**
 * Returns why a visit does not count as a person's, judged by its request alone: `head`, `prefetch` or `agent:<name>`;
 * null for a person.
 */
export const robotOf = (visit: Request): string | null => requestVerdict(visit)?.rule ?? null;

type Request = Pick<Visit, "head" | "prefetch" | "userAgent"> & Partial<Pick<Visit, "language" | "mark">>;

const MARKED: Record<Mark, Verdict> = {
  embedded: { class: "preview", rule: "prefetch" },
  range: { class: "robot", rule: "head" },
  signed: { class: "ai", rule: "agent:signed" },
};
/** Every browser sends a user agent. A proxy may remove it, but not also the language. */
const NAMELESS: Verdict = { class: "robot", rule: "agent:none" };

/**
 * See `robotOf`. It is cheap enough for the thread that answers visitors; the drain considers more (see `verdictOf`).
 */
export function requestVerdict({ head, prefetch, userAgent, language, mark }: Request): Verdict | null {
  if (head) return { class: "robot", rule: "head" };
  if (prefetch) return { class: "preview", rule: "prefetch" };
  let known = robotAgents.get(userAgent);
  if (known === undefined) {
    const agent = knownAgent(userAgent);
    known = agent === null ? "person" : { class: agent.class, rule: `agent:${agent.name}` };
    robotAgents.set(userAgent, known);
  }
  if (known !== "person") return known;
  if (mark) return MARKED[mark];
  return userAgent === "" && language === "" ? NAMELESS : null;
}

/** Returns whether a visit draws link previews for chats, mail programs or social networks. */
export const isPreviewRobot = ({ userAgent }: Pick<Visit, "userAgent">) => drawsPreviews(userAgent);

/** What a User-Agent header reveals about its sender. */
type AgentClass = "ai" | "preview" | "scanner" | "robot";

interface KnownAgent {
  class: AgentClass;
  /** the name it gives itself */
  name: string;
}

// Crawlers that feed language models, and agents that browse for their users.
const AI =
  /gptbot|chatgpt|gpt-user|oai-|openai|claude(?:bot|-)|anthropic|perplexity|mistralai|gemini-|google-(?:agent|extended|notebooklm|gemini|cloudvertex)|googleagent|deepseek|cohere-|bytespider|tiktokspider|ccbot|meta-external(?:agent|fetcher)|meta-webindexer|facebookbot|duckassistbot|bedrock|amzn-(?:user|searchbot)|amazonbuyforme|amazon-kendra|kendrabot|novaact|manus-user|\bdevin\b|opencode|firecrawl|crawl4ai|tavily|youbot|phind|iask(?:bot|spider)|andibot|liner(?:bot)?\/|linkupbot|applebot-extended|ai2bot|diffbot|img2dataset|laion|chatglm|pangubot|sbintuitionsbot|cloudflare-autorag|kagi-fetcher|atlassian-bot|apify|webzio-extended|timpibot|twinagent|terra ?cotta\b|quillbot|anomura|brightbot|kangaroo bot|thinkbot|imagesiftbot|ai-?searchbot|newsai|bytedance(?!webview)|channel3bot|poggio|shapbot|zanistabot|flyriverbot|semantic-visions|turingos|imagemind|novellum|amazonbot|amazon-qbusiness|bravebot|googleother|petalbot|kimi(?:bot|-)|grok(?:agent|bot|-)|notebooklm|semrushbot-(?:ocob|swa)|tongyi|yiyan(?:bot|-)|qwen(?:bot|-)|icc-crawler|cotoyogi|echobo[tx]|friendlycrawler|qualifiedbot|velenpublic|awario|exasearchbot|querit|yandexadditional|spider\.com|intelligent bot|\bllm|[- ]ai$|\.ai(?:[/ ;)]|$)|[a-z]ai(?:scraper|-?user|bot)|\buseai\b|\bai-?(?:bot|hit|web|search|agent|crawler|assistant|scraper)/i;

// Mail and office filters that open a link to check whether it is safe.
const SCANNERS =
  /barracuda|mimecast|proofpoint|trendmicro|symantec|messagelabs|forcepoint|fortiguard|fireeye|sophos|bitdefender|kaspersky|paloalto|zscaler|safelink|urldefense|virustotal|google-safety|phishtank|netcraft|urlscan|cloudmark|ironport|yunjiankong|assetnote|dast\/|heimdall/i;

// Programs that draw the preview of a link in a message, or check a link before a person opens it.
const PREVIEWS =
  /facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|telegrambot|discordbot|linkedinbot|skypespaces|skypeuripreview|pinterestbot|pinterest\/0|redditbot|vkshare|mastodon|bluesky cardyb|iframely|embedly|snap url preview|kakaotalk-scrap|microsoftpreview|google-pagerenderer|google-snippet|mattermost|rocket\.chat|synapse|line-?poker|zoombot|(?<!applewebkit\/.{0,80})whatsapp(?!.{0,80} device\/)/i;
const OTHER_PREVIEWS =
  /preview|unfurl|link-?expand|onebox|opengraph|richlinkbot|metatagfetcher|externalhit|summalybot|steamchaturllookup|^viber|groupmebot|keybasebot|dingtalkbot|odklbot|vkrobot|linespider|friendica|lemmy\/|bluesky|imageproxy|fastmailua|ms-office(?=; msoffice \d+\)$)(?<=\(compatible; ms-office)/i;

/** Returns whether an agent draws link previews for chats, mail programs or social networks. */
const drawsPreviews = (userAgent: string) => PREVIEWS.test(userAgent);

// Tools that `isbot` does not recognize.
const TOOLS =
  /gtmetrix|miniature\.io|\bylt chrome|laravel reaver|geckoversion|web-?thumb|web-?sna|screen-?(?:shot|ie\b)|wkhtmlto|whatweb|uptime|alertsite|debugbear|web-?(?:mon|status)\w*\/|monitoring\)|webhooks?\b|hookshot|y!j-|importer\b|\.worker\b|crwlr|(?:retrieval|classification) (?:service|engine)|-batch\/|email extractor|fetch api|unshorten|link-resolver|zombie\.js|^mikrotik\/|^(?:kube-probe|kubectl|docker|gradle|twine|gitlab|dart|ureq|reactornetty|siege|nyawc|memgator)\b/i;

// A browser puts `compatible` first or omits it, and then names itself. A bot does not.
const COMPATIBLE =
  /(?<=(?:like gecko[;)]?|safari\/[\d.]{1,20}|mobile)[; ]{1,2}\(?compatible; ?)[\w.!-]+|(?<=^mozilla\/\d\.\d{1,2} \(compatible; )(?!(?:msie|konqueror|opera|polaris|teleca|haiku|x86 haiku|origyn|odyssey|antfresco|icab|netbox|netpositive|ncbrowser|arachne|e?links|dillo|omniweb|ibrowse|voyager|amiga|acorn|offbyone|gecko|mozilla|firefox|seamonkey|chrome|safari|android|windows|win|linux|ubuntu|cros|x11|mac|macintosh|powerpc|ipad|iphone|risc|beos|palm|blackberry|nokia|symbian|nintendo|playstation|tizen|web0s|u;|i;)\b)[\w.!-][\w.! -]{1,79}(?=[/);])/i;

// The phone model follows Android's version and may contain any word: CUBOT, Discovery, Spider. A match that says
// `compatible` or contains an address is not a model.
const MODEL = /(Android[ /][\w.-]{0,20});(?!\s?(?:compatible|https?:))[^()]{0,200}?(\)|;? Build\/[^;)]{0,100})/g;
const IS_ADDRESSED = /https?:|@|compatible;/i;

// Toolbars and apps append an address to a complete browser user agent. Bots write more there, or put a plus before the
// address.
const BEHIND_BROWSER =
  /(?<=^Mozilla\/5\.0 \((?!compatible)[^()]{4,200}\) .{0,200}(?:Safari|Firefox|Chrome|Edge?|OPR)\/[\d.]{1,20});? \(?https?:\/\/(?!\S*(?:bot|crawl|spider|scan|monitor|fetch|check))[\w./-]{1,100}\)?$/i;

// Words of browsers and apps that contain words of bots.
const BROWSER_WORDS =
  /ce-html\/[\d.]+;?|catcher[\d.]*|sogou(?:mse|mobilebrowser|search)\b|\bse 2\.x metasr|process\/tools|qqdownload [\d.]+|chromeframe\/[\d.]+|firephp\/[\d.]+|google (?:nexus|earth|wap proxy|tv)|com\.google\.[\w.]+|googlehypersonic|gmmclient:\w+|applenews\/|server-bag|alphaserver|cubot|from: http:\/\/\S+|https?:\/\/(?:www\.)?(?:xbmc|podbean)\S*|java(?:platform|\/asvm)?\/|\(http pgdl;?\s?https\)/gi;

// Televisions, feature phones, consoles, players and apps that name their device. Few bots imitate these, and those
// that do contain a bot word, so only such words count here. `isbot` would take their unusual headers for bots.
const DEVICES =
  /ce-html|hbbtv|nettv|netrange|netcast|smart-?tv|smarthub|googletv|apple ?tv|vidaa|bravia|freesat|rokuos|webos|gfibertv|\bgftv|\btpapi\b|bdplayer|midp|cldc|maui|up\.(?:browser|link)|wap[ -]?browser|wap[12]\.|netfront|obigo|dolfin|bada\/|teleca|polaris|blackberry|nokia|sonyericsson|symbian|series[346]0|iemobile|windows phone|palmos|\bbrew\/|opera mini|opera mobi|^opera\/9|ucbrowser|ucweb|^\[?fba[nv]\/|instagram \d|baiduboxapp|zhangbai|baidubrowser|nintendo|playstation|podcast|podder|podcatcher|podbean|xbmc|kodi|exoplayer|microsoft outlook|microsoft office|^(?:iphone|ipad|ipod|watch\d|apple-i(?:phone|pad))|^(?:alcatel|benq|dopod|fly|gionee|haier|htc|huawei|karbonn|kddi|kyocera|lava|lenovo|lge?|micromax|mot|motorola|nec|panasonic|pantech|philips|sagem|samsung|sanyo|sec|sharp|sie|siemens|spice|tcl|tecno|toshiba|vodafone|zte)[-_ /]/i;
// Device words of apps. Bots that embed a browser's whole header do not match.
const APP_DEVICES =
  /\bandroid[ ;/]\d|\bdevice\/|\b(?:iphone|ipad|ipod|watch)[_\d]|\((?:iphone|ipad)|browser\/[\d.]+ ?(?:\(|$)/i;
const ROBOT_WORDS =
  /bot\b|bot_|preview\b|(?<!user|update)-agent\b|crawl|spider|scraper|scrapy|slurp|archiver?\b|fetcher|headless|lighthouse|phantomjs|puppeteer|playwright|selenium|validator|link-?check|site-?check|monitor(?:ing)?\b|uptime|pingdom|page ?speed|mediapartners|google-[a-z]|wget|python|okhttp|go-http|https?:\/\//i;

/** Returns the class and name of an agent that is not a person's browser; null for one that people use. */
export function knownAgent(userAgent: string): KnownAgent | null {
  const plain = userAgent.replace(BEHIND_BROWSER, "").replace(BROWSER_WORDS, "").replace(MODEL, withoutModel);
  const [kind, match] = find(plain) ?? [];
  return kind && match ? { class: kind, name: nameOf(plain, match) } : null;
}

function find(plain: string): [AgentClass, string] | null {
  for (const [kind, pattern] of KNOWN) {
    const match = plain.match(pattern);
    if (match) return [kind, match[0]];
  }
  const isDevice = DEVICES.test(plain) || (APP_DEVICES.test(plain) && !plain.includes("Mozilla/"));
  const match = isDevice ? plain.match(ROBOT_WORDS)?.[0] : isbotMatch(plain);
  return match ? ["robot", match] : null;
}

const KNOWN: [AgentClass, RegExp][] = [
  ["ai", AI],
  ["preview", PREVIEWS],
  ["scanner", SCANNERS],
  ["preview", OTHER_PREVIEWS],
  ["robot", TOOLS],
  ["robot", COMPATIBLE],
];

const withoutModel = (all: string, version: string, end: string) =>
  IS_ADDRESSED.test(all) ? all : `${version}${end === ")" ? end : ""}`;

/** Returns the whole word that contains a match. */
function nameOf(userAgent: string, match: string): string {
  // Some rules of isbot match the address of a crawler's home page. The first word of the address is then its name.
  const start = /^http/i.test(match) ? 0 : userAgent.indexOf(match);
  const before = userAgent.slice(0, start).match(/(?<![\w.-])[\w.-]*$/)?.[0] ?? "";
  const after = userAgent.slice(start).match(/^[\w. -]*[\w-]/)?.[0] ?? "";
  const name = match.includes(" ") ? after : after.replace(/ .*/, "");
  return (before + name).slice(0, 40) || "unnamed";
}

// Accept-Language is missing here because a visit contains it.
const ENCODING = 1;
const ACCEPT = 2;
const FETCH_METADATA = 4;
const SECURE = 8;

/**
 * Returns, as bits, which of the headers that browsers always send a request has. It runs on the thread that answers
 * visitors, so it only collects and does not judge.
 */
function sentHeaders(headers: IncomingHttpHeaders): number {
  return (
    (headers["accept-encoding"] === undefined ? 0 : ENCODING) |
    (headers.accept === undefined ? 0 : ACCEPT) |
    (headers["sec-fetch-mode"] === undefined ? 0 : FETCH_METADATA) |
    (headers["x-forwarded-proto"] === "https" ? SECURE : 0)
  );
}

interface Sent {
  userAgent: string;
  language: string;
  headers?: number;
}

// Versions since which browsers send fetch metadata. Browsers in apps are excluded: they are as old as their system.
const SENDS_METADATA =
  /^(?!.*(?:; wv\)|Mobile\/15E148 ))Mozilla\/5\.0 .{0,200}(?:Chrome\/(?:[89]\d|\d{3})\.|Firefox\/(?:9\d|\d{3})\.|Version\/(?:1[7-9]|[2-9]\d)\.)/;
const IS_BROWSER = /^Mozilla\/5\.0 .{0,200}(?:Chrome|Firefox|Version)\/\d/;

/**
 * Returns whether a request with a browser's user agent is not from a browser: at least two headers are missing that
 * every browser sends over HTTPS. A proxy may have removed a single one. Requests over HTTP are not judged: they are
 * tests, or a proxy on the way may have changed their headers.
 */
export function lacksHeaders({ userAgent, language, headers }: Sent): boolean {
  if (headers === undefined || (headers & SECURE) === 0 || !IS_BROWSER.test(userAgent)) return false;
  let missing = language === "" ? 1 : 0;
  if ((headers & ENCODING) === 0) missing += 1;
  if ((headers & ACCEPT) === 0) missing += 1;
  if ((headers & FETCH_METADATA) === 0 && SENDS_METADATA.test(userAgent)) missing += 1;
  return missing >= 2;
}

const visitors = new LRUCache<string, string>({ max: 20_000 });

/**
 * Returns the identity of a visitor: a keyed 64-bit hash of address and user agent, in decimal for the database's
 * `bigint`. Without APP_SECRET, no one can find the address by trying all addresses.
 */
export function identifyVisitor(address: string, userAgent: string): string {
  const identity = `${address}\n${userAgent}`;
  let visitor = visitors.get(identity);
  if (visitor === undefined) {
    visitor = Buffer.from(hmac("visitor", identity)).readBigInt64BE().toString();
    visitors.set(identity, visitor);
  }
  return visitor;
}
