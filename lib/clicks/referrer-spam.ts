// Sites that send visits with their address as the referrer, to be seen in statistics. By what their names hold, since they come
// back under others.
const NAMES =
  /(?:^|[.-])(?:semalt|darodar|ilovevitaly|priceg|blackhatworth|hulfingtonpost|cenoval|bestwebsitesawards|o-o-6-o-o|humanorightswatch|kambasoft|savetubevideo|iskalko|webmonetizer|ranksonic|trafficmonetizer?|success-seo|rank-checker|site-auditor|uptimechecker|sitevaluation|4webmasters|trafficgenius|hundejo|event-tracking|qualitymarketzone|vodkoved|sharebutton|lowest-price|chinese-amezon|e-buyeasy|cheap-trusted-backlinks|monetizationking|wordpress-crew|video--production|seo-platform|seoanalyses|seopub|keywords-monitor(?:ing)?|googlsucks|theguardlan|ecomp3|copyrightclaims|rankings-analytics|yourserverisdown|dominateforex|fix-website-errors|free-video-tool|web-revenue|weburlopener)[.-]/;
const WORDS =
  /(?:share|social|website)-?buttons?\b|buttons?-for-(?:your-)?website|(?:buy|get|free|cheap|increase)-?(?:\w{1,9}-?)?traffic\b|traffic-?(?:2|to)?-?(?:cash|money)\b|make-?money-?online|\b(?:best|free|cheap)-seo\b|100dollars-seo|seo-(?:offer|traffic)\b/;

/** Whether the host of a referrer belongs to a site that nobody came from. */
export const isReferrerSpam = (host: string): boolean => NAMES.test(host) || WORDS.test(host);
