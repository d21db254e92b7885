// Creates lib/drawing/glyphs.json: semi-bold outlines of Inter's letters (SIL Open Font License 1.1), for the
// texts in frames of QR codes. The result is committed; run this again after an update of the font.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "fontkit";

const { resolve } = createRequire(import.meta.url);
const parts = ["latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext"];

/** The letters, digits and signs that texts may contain. */
const wanted = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1e9e, 0x1e9e],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2190, 0x2193],
];

/** Returns the table as text, with a line for each character: its advance width and its outline (y points down). */
export function glyphs() {
  const fonts = parts.map((part) =>
    create(readFileSync(resolve(`@fontsource/inter/files/inter-${part}-600-normal.woff2`))),
  );
  const lines = new Map();
  for (const [first, last] of wanted) {
    for (let code = first; code <= last; code++) {
      const font = fonts.find((one) => one.hasGlyphForCodePoint(code));
      if (!font) continue;
      const glyph = font.glyphForCodePoint(code);
      lines.set(String.fromCodePoint(code), [scaled(glyph.advanceWidth, font), outline(glyph, font)]);
    }
  }
  const { capHeight } = fonts[0];
  const rows = [...lines].map(([character, glyph]) => `    ${JSON.stringify(character)}: ${JSON.stringify(glyph)}`);
  return `{\n  "capHeight": ${scaled(capHeight, fonts[0])},\n  "glyphs": {\n${rows.join(",\n")}\n  }\n}\n`;
}

/** Converts to thousandths of the font's size. */
const scaled = (units, font) => Math.round((units * 1000) / font.unitsPerEm);

/** Makes all curves cubic, because our PDF writer misreads quadratic ones. */
function outline(glyph, font) {
  let path = "";
  let [x, y] = [0, 0];
  const point = (left, up) => `${scaled(left, font)} ${scaled(-up, font)}`;
  for (const { command, args } of glyph.path.commands) {
    const [endX, endY] = args.slice(-2);
    if (command === "closePath") path += "z";
    else if (command === "moveTo") path += `M${point(endX, endY)}`;
    else if (command === "lineTo") path += `L${point(endX, endY)}`;
    else if (command === "bezierCurveTo")
      path += `C${point(args[0], args[1])} ${point(args[2], args[3])} ${point(endX, endY)}`;
    else {
      const [midX, midY] = args;
      const near = point(x + (2 * (midX - x)) / 3, y + (2 * (midY - y)) / 3);
      const far = point(endX + (2 * (midX - endX)) / 3, endY + (2 * (midY - endY)) / 3);
      path += `C${near} ${far} ${point(endX, endY)}`;
    }
    if (args.length > 0) [x, y] = [endX, endY];
  }
  return path;
}

if (import.meta.filename === process.argv[1]) writeFileSync("lib/drawing/glyphs.json", glyphs());
