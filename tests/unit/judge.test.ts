import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { readHostingNetworks } from "@/lib/clicks/classify/hosting-networks";
import { isReferrerSpam, judgeNetworks, verdictOf } from "@/lib/clicks/classify/judge";
import { packHostingNetworks } from "@/lib/clicks/classify/pack-hosting-networks";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { agents } from "../support/visit";

const https = { "x-forwarded-proto": "https" };
const browserHeaders = { accept: "*/*", "accept-encoding": "gzip" };

const complete = { ...browserHeaders, "accept-language": "de", "sec-fetch-mode": "navigate" };
const judged = (headers: Record<string, string>, address = "192.0.2.7", referrer = "Direct") =>
  verdictOf(describeVisit({ method: "GET", headers }, address), referrer);

describe("a browser's user agent without a browser's headers", () => {
  const { windows, iphone } = agents;
  const scanner = { class: "scanner", rule: "headers" };

  it("is a scanner if two are missing", () => {
    expect(judged({ "user-agent": windows, ...https })).toEqual(scanner);
    expect(judged({ "user-agent": windows, accept: "*/*", ...https })).toEqual(scanner);
    expect(judged({ "user-agent": iphone, "accept-encoding": "gzip", ...https })).toEqual(scanner);
    // Like programs that copy a browser's user agent: no language, and no fetch metadata.
    expect(judged({ "user-agent": windows, ...browserHeaders, ...https })).toEqual(scanner);
  });

  it("is a person if one is missing, because a proxy may have removed it", () => {
    for (const name of Object.keys(complete)) {
      const rest = Object.fromEntries(Object.entries(complete).filter(([header]) => header !== name));
      expect([name, judged({ "user-agent": windows, ...https, ...rest })]).toEqual([name, null]);
    }
  });

  it("is not judged over HTTP, or by headers that older browsers never sent", () => {
    const old =
      "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/74.0.3729.169 Safari/537.36";
    expect(judged({ "user-agent": windows })).toBeNull();
    expect(judged({ "user-agent": old, ...browserHeaders, ...https })).toBeNull();
  });

  it("is not judged without recorded headers, or if it does not claim to be a browser", () => {
    const { headers: _, ...visit } = describeVisit({ method: "GET", headers: { "user-agent": windows } }, "192.0.2.7");
    expect(verdictOf(visit, "Direct")).toBeNull();
    expect(judged({ "user-agent": "Opera/9.80 (J2ME/MIDP; Opera Mini/4.0; de; U)", ...https })).toBeNull();
  });
});

test.each([
  "semalt.semalt.com",
  "buttons-for-website.com",
  "free-share-buttons.top",
  "best-seo-offer.com",
  "buy-cheap-traffic.info",
  "site3.free-social-buttons.com",
  "makemoneyonline.com",
])("%s is referrer spam", (host) => {
  expect(judged({ "user-agent": agents.windows, ...complete }, "192.0.2.7", host)).toEqual({
    class: "spam",
    rule: `referrer:${host}`,
  });
});

test.each([
  "Direct",
  "Unknown",
  "google.com",
  "econometrics.example",
  "traffic.example.org",
  "buttonshop.example",
  "moz.com",
  "searchenginejournal.com",
  "com.google.android.gm",
])("%s is not referrer spam", (host) => expect(isReferrerSpam(host)).toBe(false));

describe("networks of data centers", () => {
  beforeAll(judgeNetworks);
  const person = { "user-agent": agents.windows, ...complete };

  test.each([
    ["3.5.140.2", "network:AS16509 Amazon.com Inc."],
    ["5.9.1.1", "network:AS24940 Hetzner Online GmbH"],
    ["134.122.1.1", "network:AS14061 DigitalOcean LLC"],
    ["2a01:4f8::1", "network:AS24940 Hetzner Online GmbH"],
    ["2600:1f18::5", "network:AS14618 Amazon.com Inc."],
  ])("%s is in one", (address, rule) => expect(judged(person, address)).toEqual({ class: "network", rule }));

  // Lines of homes and offices; Google's own; Apple's relays by Cloudflare, Akamai and Fastly; VPNs.
  test.each([
    ["2.200.1.1", "80.128.1.1", "193.0.6.139", "2003::1", "8.8.8.8"],
    ["104.28.1.1", "172.224.1.1", "140.248.1.1", "2a09:bac1::1"],
    ["185.159.157.1", "146.70.1.1", "45.134.140.1"],
    ["127.0.0.1", "::1", "fe80::1%eth0", "10.0.0.1", "", "x", "1.2.3", "999.1.1.1.1"],
  ])("%s has people", (...addresses) => {
    for (const address of addresses) expect([address, judged(person, address)]).toEqual([address, null]);
  });

  it("judges the request itself first", () => {
    expect(judged({ "user-agent": "curl/8.5.0" }, "3.5.140.2")).toEqual({ class: "robot", rule: "agent:curl" });
  });
});

describe("the database of networks", () => {
  const directory = mkdtempSync(join(tmpdir(), "signpost-networks-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  it("is read from its first to its last address, with any names", () => {
    const v4 = [
      '16777216,16777471,64500,"Hosting, of ""quotes"" Inc."',
      "16777472,16777727,64500,as before",
      "16777728,16777983,64501,Home Broadband",
      "16778240,16778495,64502,Some Cloud\tLtd",
    ];
    writeFileSync(join(directory, "asn-ipv4-num.csv"), `${v4.join("\n")}\n`);
    const [start, end] = [0x20010db8n << 96n, (0x20010db9n << 96n) - 1n];
    writeFileSync(join(directory, "asn-ipv6-num.csv"), `${start},${end},64502,Some Cloud\tLtd`);
    const packed = join(directory, "packed");
    writeFileSync(packed, packHostingNetworks(directory));
    const networks = readHostingNetworks(packed);
    const hosting = "AS64500 Hosting of quotes Inc.";
    expect(["0.255.255.255", "1.0.0.0", "1.0.1.255", "1.0.2.0", "1.0.4.0"].map(networks.find)).toEqual([
      null,
      hosting,
      hosting,
      null,
      "AS64502 Some CloudLtd",
    ]);
    expect(["2001:db8::", "2001:db8:ffff::1", "2001:db9::"].map(networks.find)).toEqual([
      "AS64502 Some CloudLtd",
      "AS64502 Some CloudLtd",
      null,
    ]);
  });
});

describe("other signs of a sender in a request", () => {
  const person = { ...complete, "user-agent": agents.windows };
  const preview = { class: "preview", rule: "prefetch" };

  it.each(["image", "script", "style", "font", "video", "audio", "track", "manifest", "worker", "serviceworker"])(
    "is not a click if a page loads it as its %s",
    (destination) => expect(judged({ ...person, "sec-fetch-dest": destination })).toEqual(preview),
  );

  it.each(["document", "iframe", "frame", "embed", "object", "empty"])(
    "is a click if it is opened as %s",
    (destination) => expect(judged({ ...person, "sec-fetch-dest": destination })).toBeNull(),
  );

  it.each([
    ["x-purpose", "preview"],
    ["x-purpose", "instant"],
    ["X-Purpose", "prefetch"],
    ["purpose", "instant"],
    ["sec-purpose", "prefetch;prerender"],
  ])("is not a click with %s: %s", (name, value) =>
    expect(judged({ ...person, [name.toLowerCase()]: value })).toEqual(preview),
  );

  it("is a link check if it asks only for the first bytes, but not if it continues a download", () => {
    for (const range of ["bytes=0-0", "bytes=0-1", "bytes=0-1023"])
      expect([range, judged({ ...person, range })]).toEqual([range, { class: "robot", rule: "head" }]);
    for (const range of ["bytes=0-", "bytes=1048576-", "bytes=500-999", "nonsense"])
      expect([range, judged({ ...person, range })]).toEqual([range, null]);
  });

  it("is signed by an agent, but the agent's name decides first", () => {
    const signature = { "signature-agent": '"https://chatgpt.com"' };
    expect(judged({ ...person, ...signature })).toEqual({ class: "ai", rule: "agent:signed" });
    expect(judged({ ...person, ...signature, "user-agent": "GPTBot/1.2" })).toEqual({
      class: "ai",
      rule: "agent:GPTBot",
    });
  });

  it("is a bot without a user agent and a language, and a person if one of them is there", () => {
    const { "user-agent": _, "accept-language": language, ...rest } = person;
    expect(judged({})).toEqual({ class: "robot", rule: "agent:none" });
    expect(judged(rest)).toEqual({ class: "robot", rule: "agent:none" });
    expect(judged({ ...rest, "accept-language": language })).toBeNull();
  });

  it("decodes blanks in a user agent", () => {
    for (const agent of [agents.windows.replaceAll(" ", "+"), encodeURIComponent(agents.windows)])
      expect([agent, judged({ ...person, "user-agent": agent })]).toEqual([agent, null]);
    expect(judged({ ...person, "user-agent": "Mozilla/5.0+(compatible;+Watchtower/1.0)" })?.class).toBe("robot");
    expect(judged({ ...person, "user-agent": "%E0%A4%A%20" })).not.toBeUndefined();
  });
});

describe("networks that the table of announcements misses", () => {
  const file = join(mkdtempSync(join(tmpdir(), "networks-")), "networks.bin");
  writeFileSync(file, packHostingNetworks());
  const { find } = readHostingNetworks(file);

  it.each([
    ["2604:a880:400:d0::1", "AS14061 DigitalOcean LLC"],
    ["2A03:B0C0:1:d0::1", "AS14061 DigitalOcean LLC"],
    ["66.249.66.1", "AS15169 Google crawlers"],
    ["2001:4860:4801:10::1", "AS15169 Google crawlers"],
    ["159.138.0.1", "AS136907 HUAWEI INTERNATIONAL PTE. LTD."],
    ["64.235.150.1", "AS15324 Barracuda Networks Inc."],
  ])("%s belongs to %s", (address, network) => {
    expect(find(address)).toBe(network);
  });

  it.each(["8.8.8.8", "66.249.96.1", "66.249.63.255", "2604:a881::1", "2001:4860:4860::8888", "::1", "", "nonsense"])(
    "%s belongs to none",
    (address) => expect(find(address)).toBeNull(),
  );
});
