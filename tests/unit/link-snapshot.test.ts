import { expect, it, vi } from "vitest";
import { estimateMemory } from "@/lib/platform/cache/byte-bound-cache";
import { Lines } from "@/lib/platform/database/statement";
import { withParameters } from "@/lib/resources/links/parameters";
import { chooseDestination } from "@/lib/resources/links/routing/decide";
import { type LinkSnapshot, loadSnapshots } from "@/lib/resources/links/routing/snapshot";
import { describeVisitor } from "@/lib/resources/links/routing/visitor";
import type { LinkParameters } from "@/lib/resources/links/schema";

const added = [{ name: "utm_source", value: "mail" }];

it.each<[string, LinkParameters, string]>([
  ["https://example.com", [], "https://example.com/"],
  ["https://example.com", added, "https://example.com/?utm_source=mail"],
  ["https://example.com/a?b=1", added, "https://example.com/a?b=1&utm_source=mail"],
  ["https://example.com/a?", added, "https://example.com/a?utm_source=mail"],
  ["https://example.com/a#part", added, "https://example.com/a?utm_source=mail#part"],
  ["https://example.com/a?b=1#/x?y=2", added, "https://example.com/a?b=1&utm_source=mail#/x?y=2"],
  // The destination's own query stays unchanged, because some sites sign it.
  ["https://example.com/?a=%20b+c&d&e=%7e", added, "https://example.com/?a=%20b+c&d&e=%7e&utm_source=mail"],
  ["https://example.com/?utm_source=own", added, "https://example.com/?utm_source=own&utm_source=mail"],
  ["https://example.com/", [{ name: "a&b", value: "c d=#é" }], "https://example.com/?a%26b=c+d%3D%23%C3%A9"],
  ["https://example.com/", [...added, { name: "x", value: "" }], "https://example.com/?utm_source=mail&x="],
  ["https://bücher.example/straße?q=ü#ß", [], "https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%BC#%C3%9F"],
  ["HTTPS://EXAMPLE.com/A", [], "https://example.com/A"],
  ["https://example.com/a\r\nSet-Cookie: x=1", [], "https://example.com/aSet-Cookie:%20x=1"],
])("%s with %j becomes %s", (destination, parameters, expected) => {
  expect(withParameters(destination, parameters)).toBe(expected);
});

it("makes every destination of a link fit into a header", async () => {
  const odd = "https://bücher.example/é\n?q=ü";
  const row = {
    id: 1,
    domainId: 1,
    aliasFolded: "a",
    destination: odd,
    createdAt: 3,
    expiresAt: 5,
    expiryUrl: odd,
    rules: [{ when: { country: "FR" }, to: odd }],
    deepLink: { auto: true, apple: odd, google: odd },
    parameters: added,
  };
  const link = await snapshotOf(row);
  expect(link).toMatchObject({ id: 1, createdAt: 3, expiresAt: 5 });
  const plain = "https://xn--bcher-kva.example/%C3%A9?q=%C3%BC";
  expect(link.destination).toBe(`${plain}&utm_source=mail`);
  expect(link.expiryUrl).toBe(plain);
  // Addresses of app stores get no parameters.
  const rules = link.rules.map(
    (rule) => chooseDestination({ ...link, rules: [{ ...rule, conditions: [] }] }, nobody).to,
  );
  expect(rules).toEqual([`${plain}&utm_source=mail`, plain, plain]);
});

const nobody = describeVisitor({} as Parameters<typeof describeVisitor>[0], "/a", null);

async function snapshotOf(row: object): Promise<LinkSnapshot> {
  vi.spyOn(Lines.prototype, "query").mockResolvedValue([{ ...row }]);
  return (await loadSnapshots([{ domainId: 1, alias: "a" }])).get("1:a") as LinkSnapshot;
}

it("uses no more memory if many destinations get the same parameters", async () => {
  const parameters = [{ name: "x", value: "ü".repeat(500) }];
  const split = Array.from({ length: 10 }, (_, index) => ({ to: `https://example.com/${index}`, weight: 1 }));
  const rules = Array.from({ length: 100 }, (_, hour) => ({ when: { query: [{ name: `${hour}` }] }, split }));
  const row = { id: 1, domainId: 1, aliasFolded: "a", destination: "https://example.com/", rules };
  const without = estimateMemory(await snapshotOf(row));
  const link = await snapshotOf({ ...row, parameters });
  expect(estimateMemory(link) - without).toBeLessThan(10 * JSON.stringify(parameters).length * 3);
  expect(chooseDestination({ ...link, rules: [] }, nobody).to).toBe(`https://example.com/?x=${"%C3%BC".repeat(500)}`);
});

it("stores only what differs from a plain link, and returns the rest as for every link", async () => {
  const place = { domainId: 1, aliasFolded: "a", alias: "A" };
  const row = { ...place, id: 1, ownerId: 4, createdAt: 3, destination: "https://example.com/" };
  const empty = {
    campaignId: null,
    forward: null,
    expiresAt: null,
    expiryUrl: null,
    rules: null,
    pixels: null,
    status: 302,
  };
  const nothing = {
    type: "direct",
    title: "",
    disabled: null,
    overlayId: null,
    deeper: false,
    off: false,
    isPrivate: false,
  };
  const unset = {
    clickLimit: null,
    trackConversions: false,
    passwordHash: null,
    splash: null,
    metaTitle: null,
    metaDescription: null,
    metaImage: null,
  };
  const plain = await snapshotOf({ ...row, ...empty, ...nothing, ...unset });
  expect(Object.keys(plain)).toEqual(["id", "ownerId", "alias", "createdAt", "destination"]);
  expect({ ...Object.getPrototypeOf(plain) }).toEqual({
    ...empty,
    ...nothing,
    ...unset,
    rules: [],
    pixels: [],
    addedQuery: "",
    opensApps: false,
  });
  const more = {
    ...{ type: "splash", title: "T", disabled: "spam", campaignId: 2, forward: "all", deeper: true, status: 301 },
    ...{ off: true, expiresAt: 5, expiryUrl: "https://example.com/end", clickLimit: 6, passwordHash: "h" },
    trackConversions: true,
    ...{ overlayId: 7, splash: { title: "S" }, metaTitle: "a", metaDescription: "b", metaImage: "c" },
    pixels: [{ type: "ga", tag: "G-1" }],
  };
  expect(await snapshotOf({ ...row, ...more })).toMatchObject({ ...more, id: 1, ownerId: 4, alias: "A" });
});
