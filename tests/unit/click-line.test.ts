import fc from "fast-check";
import { expect, test } from "vitest";
import { verdictOf } from "@/lib/clicks/classify/judge";
import { describeOrigin } from "@/lib/clicks/classify/origin";
import { describeVisit, type Visit } from "@/lib/clicks/classify/visit";
import { formatLine, parseLine } from "@/lib/clicks/journal/line";
import { env } from "@/lib/platform/env";

const visit: Visit = {
  at: Date.UTC(2026, 10, 21),
  address: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
  referrer: "https://example.com/a",
  language: "en",
  head: false,
  prefetch: true,
  untracked: true,
};

test("a line contains what was recorded", () => {
  const line = formatLine(visit, { linkId: 7, campaignId: 9 });
  expect(parseLine(line.slice(0, -1))).toEqual({ visit, subjects: { linkId: 7, campaignId: 9 } });
});

test("a line contains campaign, rule and block", () => {
  const tagged: Visit = { ...visit, utm: { source: "news", content: "a b" } };
  const subjects = { linkId: 7, rule: "rules.2.split.1", bioPageId: 4, bioBlock: "shop" };
  expect(parseLine(formatLine(tagged, subjects).slice(0, -1))).toEqual({ visit: tagged, subjects });
});

test("reads a line of an older version's journal", () => {
  const line = "1795219200000\t7\t\t9\t\tpu\t192.0.2.7\ten\thttps://example.com/a\tMozilla/5.0 (X11; Linux x86_64)";
  expect(parseLine(line)).toEqual({ visit: { ...visit, at: 1795219200000 }, subjects: { linkId: 7, campaignId: 9 } });
});

test("reads a line of the last release's journal", () => {
  const line =
    "2\t1795219200000\t7\t3\t9\t4\tshop\trules.2~4fzyo8.1k9z2ab\tpuye12\t192.0.2.7\ten\thttps://example.com/a\tMozilla/5.0 (X11; Linux x86_64)\tnews\t\tspring\t\ta b";
  expect(parseLine(line)).toEqual({
    visit: {
      ...visit,
      ...{ at: 1795219200000, agreed: true, mark: "embedded", headers: 12 },
      utm: { source: "news", campaign: "spring", content: "a b" },
    },
    subjects: {
      ...{ linkId: 7, qrCodeId: 3, campaignId: 9, bioPageId: 4, bioBlock: "shop" },
      ...{ rule: "rules.2", variant: "4fzyo8.1k9z2ab" },
    },
  });
});

test("a visitor's data cannot end a field or a line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary-ascii" }), (userAgent, referrer) => {
      const hostile = `\n\t\0\r\ud800${userAgent}`;
      const written = Buffer.from(formatLine({ ...visit, userAgent: hostile, referrer }, { linkId: 1 })).toString();
      const click = parseLine(written.slice(0, -1));
      expect(written.indexOf("\n")).toBe(written.length - 1);
      expect(click?.subjects.linkId).toBe(1);
      expect(click?.visit.userAgent).toHaveLength(hostile.length);
      expect(`${click?.visit.userAgent}${click?.visit.referrer}`).not.toMatch(/[\0\n\t\r]/);
    }),
  );
});

test.each([
  "",
  "garbage",
  "1\t2\t3",
  "x\t1\t\t\t\t\t\t\t\t",
  "2\tx\t1\t\t\t\t\t\t\t\t\t\t",
  "2\t1795219200000\t1\t\t\t\t\t\t\t\t\t",
  "3\t1795219200000\t1\t\t\t\t\t\t\t\t\t\t",
  "1795219200000\t-1\t\t\t\t\t\t\t\t",
  "17952\t1\t\t\t\t\t\t\t\t",
  "2\t253402300800000\t1\t\t\t\t\t\t\t\t\t\t",
  "2\t9000000000000000\t1\t\t\t\t\t\t\t\t\t\t",
])("a damaged line is rejected: %j", (line) => expect(parseLine(line)).toBeNull());

test("cuts headers to a length that no real client reaches", () => {
  const headers = {
    "user-agent": "a".repeat(100_000),
    referer: "b".repeat(100_000),
    "accept-language": "c".repeat(1_000),
  };
  const { userAgent, referrer, language } = describeVisit({ method: "GET", headers }, "::ffff:192.0.2.7");
  expect([userAgent.length, referrer.length, language.length]).toEqual([512, 512, 128]);
});

test("a visit says how the request was made", () => {
  const of = (method: string, headers: Record<string, string>) =>
    describeVisit({ method, headers }, "::ffff:192.0.2.7");
  expect(of("GET", {})).toMatchObject({ address: "192.0.2.7", head: false, prefetch: false, untracked: false });
  expect(of("HEAD", {}).head).toBe(true);
  for (const [name, value] of [
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "prefetch"],
    ["x-moz", "prefetch"],
  ] as const) {
    expect(of("GET", { [name]: value }).prefetch).toBe(true);
  }
  for (const [headers, mark] of [
    [{ "sec-fetch-dest": "image" }, "embedded"],
    [{ range: "bytes=0-0" }, "range"],
    [{ "signature-agent": '"https://agent.example"' }, "signed"],
    [{ "sec-fetch-dest": "document" }, undefined],
  ] as const) {
    const visit = of("GET", { ...headers });
    expect(visit.mark).toBe(mark);
    expect(parseLine(formatLine(visit, { linkId: 1 }).slice(0, -1))?.visit.mark).toBe(mark);
  }
  expect(of("GET", { dnt: "1" }).untracked).toBe(true);
  expect(of("GET", { "sec-gpc": "1" }).untracked).toBe(true);
  expect(of("GET", { dnt: "0" }).untracked).toBe(false);
});

test("a visit and its line say which browser headers were sent", () => {
  const of = (headers: Record<string, string>) => describeVisit({ method: "GET", headers }, "192.0.2.7");
  const bits = { accept: 2, "accept-encoding": 1, "sec-fetch-mode": 4 };
  expect(of({}).headers).toBe(0);
  for (const [name, bit] of Object.entries(bits)) expect(of({ [name]: "x" }).headers).toBe(bit);
  expect([of({ "x-forwarded-proto": "https" }).headers, of({ "x-forwarded-proto": "http" }).headers]).toEqual([8, 0]);
  for (const headers of [undefined, 0, 7, 15]) {
    const sent = { ...visit, headers };
    expect(parseLine(formatLine(sent, { linkId: 1 }).slice(0, -1))?.visit).toEqual(sent);
  }
});

test("a line says that a visitor agreed to pixels, which is recorded only where consent is required", () => {
  expect(parseLine(formatLine({ ...visit, agreed: true }, {}).slice(0, -1))?.visit.agreed).toBe(true);
  expect(parseLine(formatLine(visit, {}).slice(0, -1))?.visit.agreed).toBeUndefined();
  const agreed = (cookie: string) => describeVisit({ method: "GET", headers: { cookie } }, "192.0.2.7").agreed;
  expect(agreed("pixels=yes")).toBeUndefined();
  env.CONSENT = "required";
  expect(["a=1; pixels=yes", "pixels=no", "", "xpixels=yes"].map(agreed)).toEqual([true, false, false, false]);
  env.CONSENT = "off";
});

test("a line says that a person pressed a button, who then is not a bot", () => {
  const sent = { ...visit, pressed: true };
  const read = parseLine(formatLine(sent, { linkId: 1 }).slice(0, -1));
  expect(read?.visit).toEqual(sent);
  expect(verdictOf({ ...sent, address: "192.0.2.7" }, "semalt.com")).toBeNull();
  expect(describeOrigin(sent).network).toBeNull();
});

test("a visit contains the campaign of its address, cut to a useful length", () => {
  const of = (url: string) => describeVisit({ method: "GET", url, headers: {} }, "192.0.2.7").utm;
  expect(of("/a?utm_source=x&utm_medium=+y+z+&utm_id=7&utm_source=second")).toEqual({ source: "x", medium: "y z" });
  expect(of(`/a?utm_term=${"t".repeat(500)}`)?.term).toHaveLength(128);
  for (const url of ["/a", "/utm_source=x", "/a?utm_source=", "/a?utm_content=%20"]) expect(of(url)).toBeUndefined();
  for (const url of ["/a&utm_source=x", "/a?utm_=x", "/a?utm-source=x", "/a?xutm_source=x", "/a?u=utm_source"])
    expect(of(url)).toBeUndefined();
});

test.each([
  ["UTM_SOURCE=News", { source: "News" }],
  ["Utm_Source=a&uTm_MeDiUm=b", { source: "a", medium: "b" }],
  ["utm%5Fsource=a&UTM%5fTERM=b", { source: "a", term: "b" }],
  ["%75%74%6d%5f%73ource=a", { source: "a" }],
  ["%55%54%4D_CONTENT=a+b", { content: "a b" }],
  // The first one counts, in any case.
  ["UTM_Source=first&utm_source=second", { source: "first" }],
  ["utm_source=first&UTM_SOURCE=second", { source: "first" }],
  ["UTM_SOURCE=&UTM_TERM=b", { term: "b" }],
])("a campaign may have names in any case and encoding: %s", (query, utm) => {
  expect(describeVisit({ method: "GET", url: `/a?${query}`, headers: {} }, "192.0.2.7").utm).toEqual(utm);
});
