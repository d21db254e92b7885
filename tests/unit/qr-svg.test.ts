import { spawnSync } from "node:child_process";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { eyeShapes, frameStyles, type Picture, plainColors, plainStyle, type Style } from "@/lib/drawing/look";
import { formats } from "@/lib/drawing/picture";
import { composeScene } from "@/lib/drawing/scene";

const logo = await sharp({ create: { width: 90, height: 60, channels: 3, background: "rgb(200,30,30)" } })
  .png()
  .toBuffer();
const plain: Picture = { payload: "https://example.com/q/abc2345", ...plainColors, ...plainStyle, logo: null };
const gradients: NonNullable<Style["gradient"]>[] = [
  { type: "linear", color: "rgb(20,60,160)" },
  { type: "radial", color: "rgb(150,20,60)" },
];
const pictures: Picture[] = [
  plain,
  { ...plain, logo },
  ...eyeShapes.map((eyes, at) => ({
    ...plain,
    eyes,
    dots: "rounded" as const,
    logo,
    gradient: gradients[at % 2] ?? null,
    frame: { style: frameStyles[at % 3] ?? "box", text: "Scan me" },
  })),
];

const svgOf = async (picture: Picture) => (await formats.svg.draw(picture, 300)).toString();
const render = (svg: string) => sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();

/** The mean difference of two pictures, of 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

it("two codes in one page share no gradient", async () => {
  for (const [first, second] of [
    [
      { ...plain, gradient: gradients[0] },
      { ...plain, gradient: gradients[1] },
    ],
    [
      { ...plain, gradient: gradients[0] },
      { ...plain, payload: "https://example.com/q/def6789", gradient: gradients[0] },
    ],
    [
      { ...plain, gradient: gradients[0] },
      { ...plain, logo, gradient: gradients[0] },
    ],
  ] as [Picture, Picture][]) {
    const svgs = [await svgOf(first), await svgOf(second)];
    const ids = svgs.flatMap((svg) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(new Set(ids).size).toBe(2);
    const page = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300">${svgs[0]}${svgs[1]?.replace("<svg", '<svg x="300"')}</svg>`;
    const right = sharp(Buffer.from(page)).extract({ left: 300, top: 0, width: 300, height: 300 });
    expect(await difference(await right.removeAlpha().raw().toBuffer(), await render(svgs[1] ?? ""))).toBeLessThan(0.1);
  }
});

it("each id and each file are the same each time", async () => {
  for (const picture of pictures) expect(await svgOf({ ...picture })).toBe(await svgOf(picture));
});

it("a logo is shown by programs that know only one of the attributes for its address", async () => {
  const svg = await svgOf({ ...plain, logo });
  const whole = await render(svg);
  expect(await difference(whole, await render(svg.replace(/<image.*\/>/, "")))).toBeGreaterThan(1);
  for (const attribute of [/ href="[^"]+"/, / xlink:href="[^"]+"/]) {
    const reduced = svg.replace(attribute, "");
    expect(reduced).not.toBe(svg);
    expect(await difference(whole, await render(reduced))).toBe(0);
  }
});

it.each([
  [90, 60],
  [60, 90],
  [500, 20],
])("a logo of %i x %i pixels fills its area, in which programs fit it differently", async (width, height) => {
  const wide = await sharp({ create: { width, height, channels: 3, background: "navy" } })
    .jpeg()
    .toBuffer();
  const [, x, y, w, h] = (
    /<image x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"/.exec(await svgOf({ ...plain, logo: wide })) ?? []
  ).map(Number);
  expect(Number(w) / Number(h)).toBeCloseTo(width / height);
  const { x: left, y: top, size } = composeScene({ ...plain, logo: wide }, 300).logo ?? { x: 0, y: 0, size: 0 };
  expect(Math.max(Number(w), Number(h))).toBeCloseTo(size);
  expect(Number(x) + Number(w) / 2).toBeCloseTo(left + size / 2);
  expect(Number(y) + Number(h) / 2).toBeCloseTo(top + size / 2);
});

const hasRsvg = spawnSync("rsvg-convert", ["--version"]).status === 0;

describe.runIf(hasRsvg)("the system's librsvg", () => {
  it.each(pictures)("draws the same picture: $eyes, $gradient.type, $frame.style", async (picture) => {
    const { stdout } = spawnSync("rsvg-convert", ["--format", "png"], { input: await svgOf(picture) });
    const drawn = await sharp(stdout).removeAlpha().raw().toBuffer();
    const ours = await sharp(await formats.png.draw(picture, 300))
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(await difference(drawn, ours)).toBeLessThan(1);
  });
});
