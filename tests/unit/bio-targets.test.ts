import { expect, it } from "vitest";
import type { BioBlock } from "@/lib/resources/bio-pages/blocks";
import { listTargets } from "@/lib/resources/bio-pages/targets";

const shop: BioBlock = { type: "link", title: "My shop", url: "https://shop.example/" };
const blog: BioBlock = { type: "link", title: "My blog", url: "https://blog.example/" };
const card: BioBlock = { type: "contact", name: "Ada", website: "https://ada.example/" };

const keysOf = (...blocks: BioBlock[]) => listTargets(blocks).map((targets) => targets.map(({ key }) => key));

it("gives each clickable element its own key", () => {
  const targets = listTargets([
    { type: "heading", text: "Find me" },
    shop,
    { type: "image", url: "https://shop.example/a.png" },
    { type: "image", url: "https://shop.example/a.png", link: "https://shop.example/a" },
    {
      type: "social",
      icons: ["x", "github"].map((network) => ({ network, url: `https://${network}.example/` })),
    } as BioBlock,
    card,
    { type: "contact", name: "Ada" },
  ]);
  expect(targets.map((one) => one.map(({ url }) => url))).toEqual([
    [],
    ["https://shop.example/"],
    [],
    ["https://shop.example/a"],
    ["https://x.example/", "https://github.example/"],
    [null, "https://ada.example/"],
    [null],
  ]);
  const keys = targets.flat().map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[\w-]{8}$/);
});

it("keeps the key when blocks move or get other words, and changes it with the destination", () => {
  const [[before]] = keysOf(shop, blog) as [[string]];
  expect(keysOf(blog, { ...shop, title: "Our shop" })[1]).toEqual([before]);
  expect(keysOf({ ...shop, url: "https://shop.example/new" })[0]).not.toEqual([before]);
});

it("keeps the key of a contact card at any time", () => {
  const scheduled = { ...card, from: "2026-01-01 00:00:00", until: "2027-01-01 00:00:00" };
  expect(keysOf(scheduled)).toEqual(keysOf(card));
});

it("distinguishes two blocks with the same destination", () => {
  const [first, second] = keysOf(shop, { ...shop, title: "Again" });
  expect(first).not.toEqual(second);
});
