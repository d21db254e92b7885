import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { siteIcon } from "@/lib/drawing/site-icon";
import { namedIcons } from "@/lib/resources/site-icons/service";

const base = new URL("https://shop.example/spring/");
const named = (html: string) => namedIcons(html, base);

describe("the icons that a page names", () => {
  it.each([
    [`<link rel="icon" href="/a.png">`, ["https://shop.example/a.png"]],
    [`<LINK REL='shortcut icon' HREF=a.ico>`, ["https://shop.example/spring/a.ico"]],
    [`<link href="//cdn.example/a.png?x=1&amp;y=2" rel=icon>`, ["https://cdn.example/a.png?x=1&y=2"]],
    [`<link rel="apple-touch-icon" sizes="180x180" href="/big.png">`, ["https://shop.example/big.png"]],
  ])("%s", (html, urls) => expect(named(html)).toEqual(urls));

  it("are sorted by how sharp they would look", () => {
    const html = `<link rel="apple-touch-icon" href="/touch.png"><link rel="icon" sizes="16x16" href="/small.png">
      <link rel="icon" sizes="192x192" href="/large.png"><link rel="icon" sizes="32x32" href="/right.png">
      <link rel="icon" href="/any.ico">`;
    const files = ["right", "large", "small", "any", "touch"];
    expect(named(html).map((url) => /(\w+)\.\w+$/.exec(url)?.[1])).toEqual(files);
  });

  it.each([
    "",
    "no markup",
    "<link",
    `<link rel="stylesheet" href="/a.css">`,
    `<link rel="icon">`,
    `<link rel="icon" href="data:image/png;base64,AAAA">`,
    `<link rel="icon" href="javascript:alert(1)">`,
    `<link rel="icon" href="/a.svg">`,
    `<link rel="icon" type="image/svg+xml" href="/a">`,
    `<link rel="mask-icon" href="/a.png">`,
  ])("do not exist in %j", (html) => expect(named(html)).toEqual([]));

  it("are few, and found quickly, however many there are", () => {
    expect(named(`<link rel="icon" href="/a.png">`.repeat(5_000)).length).toBeLessThanOrEqual(20);
    // Processor time, which other work on this machine does not add to.
    const start = process.cpuUsage();
    named("<link ".repeat(20_000));
    named(`<link rel=${"x".repeat(120_000)}`);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000);
  });
});

/** A two by two icon with one bitmap: red and green above blue and transparent. */
function iconOf(bits: 1 | 4 | 8 | 24 | 32): Buffer {
  const colours = { red: [0, 0, 255], green: [0, 255, 0], blue: [255, 0, 0], white: [255, 255, 255] };
  const { red, green, blue, white } = colours;
  const palette = bits > 8 ? [] : bits === 1 ? [red, blue] : [red, green, blue, white];
  const rows =
    bits === 32
      ? [
          [...blue, 255, ...white, 0],
          [...red, 255, ...green, 255],
        ]
      : bits === 24
        ? [
            [...blue, ...white, 0, 0],
            [...red, ...green, 0, 0],
          ]
        : bits === 8
          ? [
              [2, 3, 0, 0],
              [0, 1, 0, 0],
            ]
          : bits === 4
            ? [
                [0x23, 0, 0, 0],
                [0x01, 0, 0, 0],
              ]
            : [
                [0b10000000, 0, 0, 0],
                [0b00000000, 0, 0, 0],
              ];
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(2, 4);
  head.writeInt32LE(4, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(bits, 14);
  head.writeUInt32LE(palette.length, 32);
  const mask = [
    [0b01000000, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  const bitmap = Buffer.concat([
    head,
    Buffer.from(palette.flatMap((colour) => [...colour, 0])),
    Buffer.from([...rows, ...mask].flat()),
  ]);
  return inIcon([[2, bitmap]]);
}

function inIcon(pictures: [side: number, bytes: Buffer][]): Buffer {
  const start = 6 + 16 * pictures.length;
  const head = Buffer.alloc(start);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = start;
  for (const [index, [side, bytes]] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(side % 256, entry);
    head.writeUInt8(side % 256, entry + 1);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += bytes.length;
  }
  return Buffer.concat([head, ...pictures.map(([, bytes]) => bytes)]);
}

const pixels = async (drawn: Uint8Array | null) => {
  if (!drawn) throw new Error("nothing was drawn");
  const { data, info } = await sharp(drawn).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { at, width: info.width, height: info.height };
};

const square = (side: number, background: string) =>
  sharp({ create: { width: side, height: side, channels: 3, background } });

describe("a site's icon", () => {
  it.each([4, 8, 24, 32] as const)("is read from an icon of %i bits", async (bits) => {
    const { at, width, height } = await pixels(await siteIcon(iconOf(bits)));
    // Small icons are not enlarged.
    expect(width).toBe(64);
    const [left, top] = [(width - 2) / 2, (height - 2) / 2];
    expect(at(left, top)).toEqual([255, 0, 0, 255]);
    expect(at(left + 1, top)).toEqual([0, 255, 0, 255]);
    expect(at(left, top + 1)).toEqual([0, 0, 255, 255]);
    expect(at(left + 1, top + 1)[3]).toBe(0);
  });

  it("is read from an icon of one bit", async () => {
    const { at, width } = await pixels(await siteIcon(iconOf(1)));
    const left = (width - 2) / 2;
    expect([at(left, left), at(left, left + 1)]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ]);
  });

  it("is the largest one in an icon file, also as PNG", async () => {
    const blue = await square(48, "#0000ff").png().toBuffer();
    const red = await square(16, "#ff0000").png().toBuffer();
    const { at } = await pixels(
      await siteIcon(
        inIcon([
          [16, red],
          [48, blue],
        ]),
      ),
    );
    expect(at(32, 32)).toEqual([0, 0, 255, 255]);
  });

  it.each(["png", "jpeg", "gif", "webp"] as const)("is drawn small from a %s", async (format) => {
    const { at, width, height } = await pixels(
      await siteIcon(await square(300, "#00ff00").toFormat(format).toBuffer()),
    );
    expect([width, height]).toEqual([64, 64]);
    expect(at(32, 32)[1]).toBeGreaterThan(240);
  });

  it("does not exist if it cannot be read", async () => {
    const whole = iconOf(32);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`;
    const broken: Uint8Array[] = [Buffer.alloc(0), Buffer.from("<html>"), Buffer.from(svg), Buffer.from([0, 0, 1, 0])];
    for (let length = 5; length < whole.length; length += 7) broken.push(whole.subarray(0, length));
    for (const side of [0, -2, 100_000]) {
      const odd = Buffer.from(whole);
      odd.writeInt32LE(side, 22 + 4);
      broken.push(odd);
    }
    // A small file that would become many pixels.
    broken.push(await square(3_000, "#ffffff").png().toBuffer());
    for (const bytes of broken)
      expect(await siteIcon(bytes), Buffer.from(bytes).toString("hex").slice(0, 60)).toBeNull();
  });
});
