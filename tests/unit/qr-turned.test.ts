import sharp from "sharp";
import { expect, it, vi } from "vitest";
import { box, type Radii } from "@/lib/drawing/box";
import { type Picture, plainColors, plainStyle } from "@/lib/drawing/look";
import { formats } from "@/lib/drawing/picture";
import { assertReadable, readWithQr, readWithZxing } from "@/lib/drawing/readable";
import { pixelsIn } from "../support/qr";

const round = (radius: number): Radii => [radius, radius, radius, radius];

// A ring whose hole is a circle is thick in its corners.
vi.mock("@/lib/drawing/eyes", async (original) => ({
  ...(await original<typeof import("@/lib/drawing/eyes")>()),
  eyePath: (_: unknown, size: number) =>
    [0, size - 7]
      .flatMap((x) => [0, size - 7].map((y) => [x, y] as const))
      .filter(([x, y]) => x === 0 || y === 0)
      .map(
        ([x, y]) =>
          box(x, y, 7, 7, round(1.75)) +
          box(x + 1, y + 1, 5, 5, round(2.5), true) +
          box(x + 2, y + 2, 3, 3, round(1.5)),
      )
      .join(""),
}));

it("a shape that is only read upright is rejected", async () => {
  const picture: Picture = {
    payload: "https://example.com/q/abc2345",
    ...plainColors,
    ...plainStyle,
    eyes: "circle",
    logo: null,
  };
  for (const width of [200, 512, 1000]) {
    const pixels = await pixelsIn(await formats.png.draw(picture, width));
    expect(await readWithZxing(pixels)).toEqual([picture.payload]);
    expect(await readWithQr(pixels)).toEqual([picture.payload]);
  }
  const turned = await sharp(await formats.png.draw(picture, 300)).rotate(45, { background: "white" });
  expect(await readWithZxing(await pixelsIn(await turned.png().toBuffer()))).toEqual([]);
  await expect(assertReadable(picture)).rejects.toMatchObject({
    fields: [{ path: "dots", code: "qr_style_unreadable" }],
  });
});
