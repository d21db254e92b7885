import { type HostingNetworks, readHostingNetworks } from "./hosting-networks";
import { isSpamHost } from "./spam-hosts";
import { lacksHeaders, requestVerdict, type Verdict, type Visit } from "./visit";

let networks: HostingNetworks | undefined;

/**
 * Makes verdicts also consider networks. Called in the thread that stores clicks and where visits to links with a click
 * limit are admitted.
 */
export function judgeNetworks(): void {
  networks ??= readHostingNetworks();
}

/** Returns the verdict on a click by its own facts; null for a person. `referrer` is its host, see `readReferrer`. */
export function verdictOf(visit: Visit, referrer: string): Verdict | null {
  if (visit.pressed) return null;
  const verdict = requestVerdict(visit);
  if (verdict) return verdict;
  if (isReferrerSpam(referrer)) return { class: "spam", rule: `referrer:${referrer}`.slice(0, 60) };
  if (lacksHeaders(visit)) return { class: "scanner", rule: "headers" };
  const network = networks?.find(visit.address);
  return network ? { class: "network", rule: `network:${network}` } : null;
}

// Sites that send visits with their own address as the referrer so that it appears in statistics. They come back under
// other hosts, so they are recognized by a list and by parts of their names.
const NAMES =
  /(?:^|[.-])(?:semalt|darodar|ilovevitaly|priceg|blackhatworth|hulfingtonpost|cenoval|bestwebsitesawards|o-o-6-o-o|humanorightswatch|kambasoft|savetubevideo|iskalko|webmonetizer|ranksonic|trafficmonetizer?|success-seo|rank-checker|site-auditor|uptimechecker|sitevaluation|4webmasters|trafficgenius|hundejo|event-tracking|qualitymarketzone|vodkoved|sharebutton|lowest-price|chinese-amezon|e-buyeasy|cheap-trusted-backlinks|monetizationking|wordpress-crew|video--production|seo-platform|seoanalyses|seopub|keywords-monitor(?:ing)?|googlsucks|theguardlan|ecomp3|copyrightclaims|rankings-analytics|yourserverisdown|dominateforex|fix-website-errors|free-video-tool|web-revenue|weburlopener)[.-]/;
const WORDS =
  /(?:share|social|website)-?buttons?\b|buttons?-for-(?:your-)?website|(?:buy|get|free|cheap|increase)-?(?:\w{1,9}-?)?traffic\b|traffic-?(?:2|to)?-?(?:cash|money)\b|make-?money-?online|\b(?:best|free|cheap)-seo\b|100dollars-seo|seo-(?:offer|traffic)\b/;
// Families of hosts that vary a number, a word or an ending.
const FAMILIES =
  /\blaw-enforcement\b|\blaw-(?:check|one|two|three|four|five|six)\b|^compliance-[a-z]+\.(?:xyz|top)$|\bsocial-(?:buttons?|traffic|widget)|(?:share|social)-?buttons?\d|\bbot-?traffic|\btraffic-?bot|website-?bot-?traffic|\bxtraffic\b|\bxtraffic-?plus|organic-?traffic|\d-(?:best-|reasons-for-)?(?:99)?seo\b|\b(?:auto|anti-crisis|every-lang)-?seo\b|\b(?:auto-?|top\d?-?)seo-?(?:services?|traffic|tips)|hydra-?(?:\w{0,9}-?)?(?:onion|zerkalo)|(?:onion|zerkalo)\w{0,9}-?hydra|\bcazino\b|\b(?:gk|v|vavada|superslot[sz]|1x-?slots?)-casino\b|\bcasino-(?:top\d|vulkane?)|\b1x-?slots?\b|\bmostbet-\d/;

/** Returns whether a host's name looks like referrer spam, regardless of any list. */
export const hasSpamName = (host: string) => NAMES.test(host) || WORDS.test(host) || FAMILIES.test(host);

/** Returns whether a referrer's host is referrer spam, which means that no person came from it. */
export function isReferrerSpam(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "");
  return hasSpamName(name) || isSpamHost(name);
}
