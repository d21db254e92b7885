import { expect, it } from "vitest";
import { newClickId, readClickId } from "@/lib/clicks/classify/click-id";
import { provide } from "@/lib/platform/env";
import { plainLink } from "@/lib/resources/links/routing/snapshot";
import { withClickId } from "@/lib/visits/links/resolve";
import { agents } from "../support/visit";

provide({ APP_SECRET: "a secret of the tests, which is long enough" });

const click = { linkId: 4_000_000_000, campaignId: 7, variant: "4fzyo8.1k9z2ab", at: Date.UTC(2027, 0, 31) };

it.each([
  ["all that it can say", click],
  ["that its visitor has agreed", { ...click, agreed: true }],
  ["a link alone", { ...click, campaignId: null, variant: null }],
  ["the longest variant", { ...click, variant: `${"a".repeat(39)}.${"b".repeat(40)}` }],
])("an id says %s, and is of use in an address as it is", (_, said) => {
  const [one, other] = [newClickId(said), newClickId(said)];
  expect(one).toMatch(/^[\w-]+$/);
  expect(readClickId(one)).toEqual({ agreed: false, ...said, click: expect.stringMatching(/^-?\d{1,19}$/) });
  expect(readClickId(one)?.click).not.toBe(readClickId(other)?.click);
});

it("an id that was changed, cut or made up is none", () => {
  const id = newClickId(click);
  for (const [place, letter] of [...id].entries()) {
    const other = letter === "A" ? "Q" : "A";
    const changed = id.slice(0, place) + other + id.slice(place + 1);
    // Some bits of the last character have no meaning.
    if (place < id.length - 1) expect(readClickId(changed), `letter ${place}`).toBeNull();
    expect(readClickId(id.slice(0, place))).toBeNull();
  }
  for (const text of ["", "x", "A".repeat(42), "é".repeat(60), `${id}AAAA`, ` ${id}`, "A".repeat(10_000)])
    expect(readClickId(text)).toBeNull();
});

const at = Date.UTC(2027, 0, 31);
const link = {
  ...plainLink,
  ...{
    id: 5,
    ownerId: 1,
    alias: "a",
    createdAt: 0,
    destination: "https://shop.example/",
    campaignId: 6,
    trackConversions: true,
  },
};
const visit = {
  ...{ at, address: "8.8.8.8", userAgent: agents.mac, referrer: "", language: "en" },
  ...{ head: false, prefetch: false, untracked: false },
};
const decision = { kind: "redirect", own: "", status: 302, rule: null, variant: "url.a" } as const;
const sent = (to: string, more: object = {}, of: object = {}) =>
  withClickId({ ...link, ...of }, { ...visit, ...more }, { ...decision, to }).to;

it.each([
  ["https://shop.example/", "https://shop.example/?sp_click=ID"],
  ["https://shop.example/?a=b&c#d", "https://shop.example/?a=b&c&sp_click=ID#d"],
  ["https://shop.example/?sp_click=earlier&a=b#c", "https://shop.example/?a=b&sp_click=ID#c"],
  ["https://shop.example/?sp_click=one&sp_click=two", "https://shop.example/?sp_click=ID"],
])("the destination %s gets the id of the click", (to, becomes) => {
  const [, id = ""] = /sp_click=([\w-]+)/.exec(sent(to)) ?? [];
  expect(sent(to).replace(/sp_click=[\w-]+/, "sp_click=ID")).toBe(becomes);
  expect(readClickId(id)).toMatchObject({ linkId: 5, campaignId: 6, variant: "url.a", at });
});

it.each([
  ["a link that does not track conversions", {}, { trackConversions: false }],
  ["a visitor who asks not to be tracked", { untracked: true }, {}],
  ["a bot", { userAgent: agents.slack }, {}],
  ["a HEAD request", { head: true }, {}],
  ["a prefetch", { prefetch: true }, {}],
])("%s gets no id", (_, more, of) => {
  expect(sent("https://shop.example/?a=b", more, of)).toBe("https://shop.example/?a=b");
});
