import { expect, it, test } from "vitest";
import { readReferrer } from "@/lib/clicks/classify/enrich";
import { statisticsFrom } from "@/lib/clicks/store/counted-values";
import { groupBySource, nameSource } from "@/lib/clicks/store/referrer-sources";

it.each([
  ["https://www.google.de/", "google.de", "Google"],
  ["https://www.google.co.uk/search?q=a", "google.co.uk", "Google"],
  ["https://google.com./", "google.com", "Google"],
  ["android-app://com.google.android.googlequicksearchbox/", "com.google.android.googlequicksearchbox", "Google"],
  ["android-app://com.google.android.gm/", "com.google.android.gm", "Gmail"],
  ["https://mail.google.com/", "mail.google.com", "Gmail"],
  ["https://t.co/abc", "t.co", "X"],
  ["https://x.com/", "x.com", "X"],
  ["https://mobile.twitter.com/", "mobile.twitter.com", "X"],
  ["android-app://com.twitter.android", "com.twitter.android", "X"],
  ["https://l.facebook.com/l.php", "l.facebook.com", "Facebook"],
  ["https://m.youtube.com/", "m.youtube.com", "YouTube"],
  ["https://www.pinterest.de/", "pinterest.de", "Pinterest"],
  ["https://out.reddit.com/", "out.reddit.com", "Reddit"],
  ["https://chatgpt.com/", "chatgpt.com", "ChatGPT"],
  ["https://search.yahoo.co.jp/", "search.yahoo.co.jp", "Yahoo!"],
  ["https://www.ecosia.org/", "ecosia.org", "Ecosia"],
  // The list has only a host below these.
  ["https://www.naver.com/", "naver.com", "Naver"],
  ["https://m.search.naver.com/", "m.search.naver.com", "Naver"],
  ["https://lens.google/", "lens.google", "Google"],
  ["https://syndicatedsearch.goog/", "syndicatedsearch.goog", "Google"],
  ["android-app://com.google.ios/", "com.google.ios", "Google"],
  ["android-app://com.microsoft.bing/", "com.microsoft.bing", "Bing"],
  ["https://m365.cloud.microsoft/", "m365.cloud.microsoft", "Copilot"],
  ["https://weixin.qq.com/", "weixin.qq.com", "WeChat"],
  ["android-app://com.xing.android/", "com.xing.android", "XING"],
  ["https://myspace.com/", "myspace.com", "MySpace"],
  ["https://searchservice.myspace.com/", "searchservice.myspace.com", "MySpace"],
  ["ios-app://544007664/vnd.youtube/", "544007664", "544007664"],
  ["https://example.com./path", "example.com", "example.com"],
  ["https://EXAMPLE.com", "example.com", "example.com"],
  ["https://google.example/", "google.example", "google.example"],
  ["https://notx.com/", "notx.com", "notx.com"],
  ["https://bücher.example/", "xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["https://XN--BCHER-KVA.example/", "xn--bcher-kva.example", "xn--bcher-kva.example"],
  // Node passes on the bytes of UTF-8 like this.
  [Buffer.from("https://bücher.example/").toString("latin1"), "xn--bcher-kva.example", "xn--bcher-kva.example"],
  [Buffer.from("https://пример.рф/").toString("latin1"), "xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"],
  ["", "Direct", "Direct"],
  ["not a url", "Unknown", "Unknown"],
  ["ftp://example.com/", "Unknown", "Unknown"],
])("%s comes from the host %s, of %s", (referrer, host, source) => {
  expect(readReferrer(referrer)).toBe(host);
  expect(nameSource(host)).toBe(source);
});

test("adds up the clicks of one source, the largest first", () => {
  const hosts = [
    { value: "Direct", clicks: 5 },
    { value: "google.de", clicks: 4 },
    { value: "t.co", clicks: 3 },
    { value: "google.co.uk", clicks: 3 },
    { value: "com.twitter.android", clicks: 1 },
    { value: "example.com", clicks: 4 },
  ];
  expect(groupBySource(hosts)).toEqual([
    { value: "Google", clicks: 7 },
    { value: "Direct", clicks: 5 },
    { value: "X", clicks: 4 },
    { value: "example.com", clicks: 4 },
  ]);
  // Small ones count as well, although only the ten largest hosts are listed.
  const many = Array.from({ length: 30 }, (_, index) => ({
    value: `google.${String.fromCharCode(97 + (index % 26))}${index < 26 ? "e" : "o"}`,
    clicks: 1,
  }));
  const rows = many.map((entry) => ({ dimension: "referrer" as const, unique: 0, ...entry }));
  const { referrers, sources } = statisticsFrom(rows);
  expect(referrers).toHaveLength(10);
  expect(sources).toEqual([{ value: "Google", clicks: 30 }]);
});
