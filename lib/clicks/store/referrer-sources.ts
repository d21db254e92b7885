import listed from "@/lib/clicks/referrer-sources.json";
import { readableHost } from "@/lib/contract/readable-url";
import type { TopEntry } from "./click-store";

// Sources that the list lacks or names in an outdated way, by host endings and app names.
const SOURCES: [name: string, hosts: RegExp][] = [
  ["Gmail", /^(?:mail\.google\.com|com\.google\.android\.gm)$/],
  ["YouTube", /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$|^com\.google\.android\.youtube$/],
  ["Gemini", /^(?:gemini|bard)\.google\.com$/],
  ["Google", /(?:^|\.)google\.(?:com?\.)?[a-z]{2,3}$|(?:^|\.)(?:google|goog)$|^com\.google\./],
  ["X", /(?:^|\.)(?:twitter\.com|x\.com)$|^t\.co$|^com\.twitter\./],
  ["Facebook Messenger", /(?:^|\.)(?:messenger\.com|m\.me)$|^com\.facebook\.orca$/],
  ["Facebook", /(?:^|\.)(?:facebook\.com|fb\.com|fb\.me)$|^com\.facebook\./],
  ["Threads", /(?:^|\.)threads\.(?:net|com)$|^com\.instagram\.barcelona$/],
  ["Instagram", /(?:^|\.)instagram\.com$|^com\.instagram\./],
  ["WhatsApp", /(?:^|\.)(?:whatsapp\.com|wa\.me)$|^com\.whatsapp/],
  ["Telegram", /(?:^|\.)(?:telegram\.org|telegram\.me|t\.me)$|^org\.telegram\./],
  ["LinkedIn", /(?:^|\.)(?:linkedin\.com|lnkd\.in)$|^com\.linkedin\./],
  ["Reddit", /(?:^|\.)(?:reddit\.com|redd\.it)$|^com\.reddit\./],
  ["Pinterest", /(?:^|\.)pinterest\.(?:com?\.)?[a-z]{2,3}$|^pin\.it$|^com\.pinterest/],
  ["TikTok", /(?:^|\.)tiktok\.com$|^com\.(?:zhiliaoapp\.musically|ss\.android\.ugc\.trill)/],
  ["Snapchat", /(?:^|\.)snapchat\.com$|^com\.snapchat\./],
  ["Bluesky", /(?:^|\.)bsky\.(?:app|social)$|^xyz\.blueskyweb\./],
  ["Discord", /(?:^|\.)discord(?:app)?\.com$|^com\.discord$/],
  ["Slack", /(?:^|\.)slack\.com$|^com\.slack$/],
  ["Microsoft Teams", /(?:^|\.)teams\.(?:microsoft|live|cdn\.office)\.(?:com|net)$|^com\.microsoft\.teams$/],
  ["Outlook", /(?:^|\.)outlook\.(?:live|office|office365)\.com$|^com\.microsoft\.office\.outlook$/],
  ["ChatGPT", /(?:^|\.)(?:chatgpt\.com|chat\.openai\.com)$|^com\.openai\.chatgpt$/],
  ["Perplexity", /(?:^|\.)perplexity\.ai$/],
  ["Claude", /(?:^|\.)claude\.ai$/],
  ["Copilot", /^copilot\.microsoft\.com$|^m365\.cloud\.microsoft$/],
  ["Bing", /(?:^|\.)bing\.com$|^com\.microsoft\.bing$/],
  ["DuckDuckGo", /(?:^|\.)duckduckgo\.com$|^com\.duckduckgo\./],
  ["Yahoo!", /(?:^|\.)yahoo\.(?:com?\.)?[a-z]{2,3}$/],
  ["Yandex", /(?:^|\.)(?:yandex\.(?:com?\.)?[a-z]{2,3}|ya\.ru)$|^(?:com|ru)\.yandex\./],
  ["VK", /(?:^|\.)vk\.(?:com|ru)$|^com\.vkontakte\./],
  ["WeChat", /(?:^|\.)(?:wechat\.com|weixin\.qq\.com)$|^com\.tencent\.mm$/],
  ["LINE", /(?:^|\.)line\.me$|^jp\.naver\.line\.android$/],
  ["XING", /(?:^|\.)xing\.com$|^com\.xing\./],
  ["MySpace", /(?:^|\.)myspace\.com$/],
  ["Amazon", /(?:^|\.)amazon\.(?:com?\.)?[a-z]{2,3}$/],
  ["eBay", /(?:^|\.)ebay\.(?:com?\.)?[a-z]{2,3}$/],
  ["Wikipedia", /(?:^|\.)wikipedia\.org$/],
  ["GitHub", /(?:^|\.)github\.com$/],
];

const LISTED = new Map(
  Object.entries(listed.hosts).flatMap(([name, hosts]) =>
    hosts.split(" ").flatMap((host) => [host, ...ownHostOf(name, host)].map((one) => [one, name] as const)),
  ),
);

/**
 * Returns the host above a listed one, if it has the name of the source: the list has `search.naver.com`, but visits also
 * come from `naver.com`.
 */
function ownHostOf(name: string, host: string): string[] {
  const above = host.split(".").slice(1);
  return above.length > 1 && above[0] === name.toLowerCase() ? [above.join(".")] : [];
}

/** The list writes companies with a host in each country as `name.{}`. */
const COUNTRY = /\.(?:com?\.)?[a-z]{2,3}$/;

/**
 * Returns the source of a referrer's host (see `readReferrer`), such as `Google` for google.de. A host without a source is
 * its own source.
 */
export function nameSource(host: string): string {
  // Such as "Unknown".
  if (!host.includes(".")) return host;
  const own = SOURCES.find(([, hosts]) => hosts.test(host))?.[0];
  if (own) return own;
  for (let name = host; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
    const found = LISTED.get(name) ?? LISTED.get(name.replace(COUNTRY, ".{}"));
    if (found) return found;
  }
  return host;
}

/** Returns the entries of hosts as people read them. Clicks are stored and counted by the host in Punycode. */
export const readableEntries = (hosts: TopEntry[]): TopEntry[] =>
  hosts.map(({ value, clicks }) => ({ value: readableHost(value), clicks }));

/** Adds up clicks by host into clicks by source, largest first. */
export function groupBySource(hosts: TopEntry[]): TopEntry[] {
  const clicks = new Map<string, number>();
  for (const entry of hosts) {
    const source = nameSource(entry.value);
    clicks.set(source, (clicks.get(source) ?? 0) + entry.clicks);
  }
  const sources = [...clicks]
    .map(([value, count]) => ({ value, clicks: count }))
    .sort((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
  return readableEntries(sources);
}
