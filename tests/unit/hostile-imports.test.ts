import { expect, it } from "vitest";
import { readEntries } from "@/lib/resources/imports/file";
import { hostileImports } from "../support/hostile-imports";

const BYTES = 1_500_000;

async function* inPieces(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.length; start += 65_536) yield file.subarray(start, start + 65_536);
}

// These files look normal to readers; the number of rows limits their effect.
const { links, "tiny objects": _, "tiny rows": __, ...refused } = hostileImports;

it.each(Object.entries(refused))("rejects a file of %s with one sentence", async (_name, make) => {
  const [file, sentence] = make(BYTES);
  const reading = async () => {
    for await (const _ of readEntries(inPieces(Buffer.from(file as string))));
  };
  await expect(reading()).rejects.toMatchObject({ kind: "invalid", message: sentence });
});

it("reads a JSON document that is larger than what is stored of it", async () => {
  const [file] = links(BYTES);
  let entries = 0;
  for await (const entry of readEntries(inPieces(Buffer.from(file)))) {
    expect(entry).toMatchObject({ url: `https://example.com/some/page?of=${entries}`, alias: `a-${entries}` });
    entries++;
  }
  expect(entries).toBeGreaterThan(10_000);
});

const many = Array.from({ length: 3_000 }, (_, n) => ({ url: `https://example.com/${n}`, tags: [{ name: "x" }] }));
const numbered = Object.fromEntries(many.map((link, n) => [`link_${n}`, link]));

it.each([
  ["a list", many],
  ["a list in an object, behind others", { tags: ["a"], pages: { next: 2 }, shortUrls: { data: many, more: [{}] } }],
  ["numbered members", { links: numbered, stats: { total_1: {} } }],
])("finds only the links of %s in a large document", async (_name, document) => {
  const file = Buffer.from(JSON.stringify(document, null, 30));
  expect(file.length).toBeGreaterThan(300_000);
  const found = [];
  for await (const entry of readEntries(inPieces(file))) found.push(entry.url);
  expect(found).toEqual(many.map(({ url }) => url));
});
