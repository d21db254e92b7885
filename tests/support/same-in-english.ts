import type { AppLocale } from "@/lib/contract/locales";

/** Names and technical words, which are the same in every language. */
export const namesInAllLanguages = [
  ...["Signpost", "Signpost {version}", "Bitly", "Cutt.ly", "Dub", "Kutt", "Rebrandly", "Shlink", "Short.io", "T.LY"],
  ...["Google Analytics 4", "Matomo", "Meta Conversions API", "Plausible", "Segment", "Token"],
  ...["YOURLS", "Node.js", "PostgreSQL", "Android", "Linux", "Mac", "Windows", "iPad", "iPhone"],
  ...["API", "CSV", "DNS", "PNG", "SMS", "URL", "UTC", "UTM", "WEP", "WPA, WPA2, WPA3", "null", "Webhook", "Webhooks"],
  ...["{ms, number} ms", "{seconds, number} s", "{size} × {size} px"],
  // the sample text of a font
  "Aa",
];

/** Messages that are translated, and happen to be the same as in English. */
export const sameInEnglish: Record<Exclude<AppLocale, "en">, string[]> = {
  de: [
    ...["Admin", "Administrator", "Alias", "Analyst", "Apps", "Body", "Body (JSON)", "Bot", "Bots", "Browser", "Code"],
    ...["Computer", "Continue", "Conversion", "Conversions", "Countdown", "Diagonal", "Domain", "Domains", "Fax"],
    ...["Import", "Japan", "Journal", "Link", "Links", "Live", "Logo", "Medium", "Mono", "Name"],
    ...["Name {position, number}", "Navigation", "Newsletter", "Overlay", "Overlays", "Parameter", "Phishing", "Pixel"],
    ...["Position", "Query", "Rate", "Region", "Rotator", "Scans", "Server", "Spam", "Status", "Status 200"],
    ...["Status {status}", "System", "Tablet", "Tag", "Text", "Version", "Video", "Website", "in <link>{zone}</link>"],
  ],
  es: [
    ...["Admin", "Alias", "Apps", "Bot", "Bots", "Color", "Diagonal", "Editor", "Fax", "Logo", "No", "Phishing"],
    ...["Plan", "Sans", "Serif", "Slab", "Spam", "TV", "Video"],
    "{count, plural, one {# webhook} other {# webhooks}}",
  ],
};
