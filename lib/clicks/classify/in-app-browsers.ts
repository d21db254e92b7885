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
export function appOf(userAgent: string): string | null {
  return APPS.find(([, words]) => words.test(userAgent))?.[0] ?? null;
}
