import { beforeAll, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { visit } from "../support/visit";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
  await onNewPlan(server, owner.user, {});
});

const sent = (name: string) => `https://exämple.com/${name} "1" <2>?q[]={é}|`;
const stored = (name: string) => `https://xn--exmple-cua.com/${name}%20%221%22%20%3C2%3E?q%5B%5D=%7B%C3%A9%7D%7C`;

/** Every address in a value. */
const addressesIn = (value: unknown): string[] =>
  typeof value === "string"
    ? /^https?:/.test(value)
      ? [value]
      : []
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(addressesIn)
      : [];

const expectUris = (value: unknown) => {
  const addresses = addressesIn(value);
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => /[^\w.~!$&'()*+,;=:@/?#%-]/.test(address))).toEqual([]);
};

it("every destination of a link is stored as a URI", async () => {
  const when = { country: ["FR"] };
  const { id, shorturl } = await owner.create({
    ...{ url: sent("main"), expiryurl: sent("end"), metaimage: sent("image") },
    ...{ deeplink: { apple: sent("ios"), google: sent("android") } },
    ...{ geotarget: [{ location: "DE", link: sent("de") }], devicetarget: [{ device: "iPhone", link: sent("phone") }] },
    languagetarget: [{ language: "fr", link: sent("fr") }],
    rules: [
      { when, to: sent("rule") },
      { when: { device: ["ipad"] }, split: ["a", "b"].map((name) => ({ to: sent(name), weight: 1 })) },
    ],
    split: ["main", "other"].map((name) => ({ to: sent(name), weight: 1 })),
  });
  const { details } = await owner.show(id);
  expect(details.longurl).toBe(stored("main"));
  expectUris(details);
  expect([stored("main"), stored("other")]).toContain((await visit(shorturl)).location);
  await owner.client.put(`/api/url/${id}/update`, { url: sent("later"), split: null });
  expect((await owner.show(id)).details.longurl).toBe(stored("later"));
  const bulk = { links: [{ url: sent("bulk") }] };
  const made = await owner.client.post<{ results: { id: number }[] }>("/api/urls/add", bulk);
  expect((await owner.show(made.body.results[0]?.id ?? 0)).details.longurl).toBe(stored("bulk"));
});

it.each<[string, Record<string, unknown>, string]>([
  [
    "/api/domain/add",
    { domain: "https://uri.example.net", redirectroot: sent("root"), redirect404: sent("404") },
    "domain",
  ],
  [
    "/api/bio/add",
    { name: "Ada", slug: "uri-ada", blocks: [{ type: "link", title: "Shop", url: sent("shop") }] },
    "bio",
  ],
  ["/api/webhook/add", { name: "Orders", url: sent("hook"), events: ["link.created"] }, "webhook"],
])("%s stores URIs", async (path, body, name) => {
  const { id } = await owner.made(path, body);
  expectUris((await owner.client.get(`/api/${name}/${id}`)).body);
});
