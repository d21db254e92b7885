import { decodePDFRawStream, PDFDocument, PDFRawStream } from "pdf-lib";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { readBarcodes } from "zxing-wasm/reader";
import { measureContrast } from "@/lib/contract/colors";
import { z } from "@/lib/contract/zod";
import { newDesign } from "@/lib/drawing/design";
import { dotShapes, eyeShapes, frameStyles, type Picture, plainStyle, type Style } from "@/lib/drawing/look";
import { formats } from "@/lib/drawing/picture";
import { assertReadable, readWithZxing, renderPixels, toGrey } from "@/lib/drawing/readable";
import { outline } from "@/lib/drawing/shape";
import { encodePayload, type QrContent } from "@/lib/resources/qr-codes/payload";
import { decode, decodeWithZbar, hasZbar, samples } from "../support/qr";
import { allTests } from "../support/tier";

// Low-priority threads draw, so a picture may wait while other tests run.
const solid = (background: string, width = 300, height = 300) =>
  sharp({ create: { width, height, channels: 4, background } });

const black = "rgb(0,0,0)";
const white = "rgb(255,255,255)";
const plain: Picture = {
  payload: "https://example.com/q/abc2345",
  foreground: black,
  background: white,
  logo: null,
  ...plainStyle,
};

let png: Buffer;
let jpg: Buffer;
beforeAll(async () => {
  png = await solid("rgba(200,30,30,0.8)").png().toBuffer();
  jpg = await solid("navy", 400, 200).jpeg().toBuffer();
});

const contents = Object.entries(samples).map(([type, data]) => ({ type, data })) as QrContent[];

describe.each(contents)("a code of the type $type", (content) => {
  const payload = encodePayload("abc2345", content);

  it.each([
    ["png", black, white],
    ["jpg", "rgb(30,60,90)", "rgb(255,250,235)"],
  ])("with a %s logo, at 200 pixels, is read by each decoder", async (type, foreground, background) => {
    const picture = { ...plain, payload, foreground, background, logo: type === "png" ? png : jpg };
    await assertReadable(picture);
    expect(await decode(await formats.png.draw(picture, 200))).toBe(payload);
    expect(
      await decode(
        await sharp(await formats.svg.draw(picture, 200))
          .png()
          .toBuffer(),
      ),
    ).toBe(payload);
    expect(await decode(await drawn(await formats.pdf.draw(picture, 200)))).toBe(payload);
  });
});

it("contains an address of this service, for any content", () => {
  for (const content of contents.filter(({ type }) => type !== "wifi")) {
    expect(encodePayload("abc2345", content)).toBe("http://localhost:3000/q/abc2345");
  }
});

it.each<[string, (typeof samples)["wifi"]]>([
  [
    'WIFI:T:WPA;S:Café\\; \\"5G\\";P:p\\;a\\:s\\,s\\\\word;H:true;;',
    { ssid: 'Café; "5G"', pass: "p;a:s,s\\word", encryption: "wpa", hidden: true },
  ],
  ['WIFI:T:WEP;S:home;P:"12345";;', { ssid: "home", pass: "12345", encryption: "wep", hidden: false }],
  ["WIFI:T:WEP;S:home;P:0123456789;;", { ssid: "home", pass: "0123456789", encryption: "wep" }],
  ['WIFI:T:WPA;S:"2024";P:"deadBEEF";;', { ssid: "2024", pass: "deadBEEF", encryption: "wpa" }],
  [`WIFI:T:WPA;S:"cafe";P:${"0aF9".repeat(16)};;`, { ssid: "cafe", pass: "0aF9".repeat(16), encryption: "wpa" }],
  [`WIFI:T:WPA;S:cafés;P:"${"0aF9".repeat(15)}";;`, { ssid: "cafés", pass: "0aF9".repeat(15), encryption: "wpa" }],
  ["WIFI:T:nopass;S:guests;;", { ssid: "guests", encryption: "nopass" }],
  ["WIFI:T:nopass;S:guests;;", { ssid: "guests", pass: "forgotten", encryption: "nopass" }],
])("contains a network itself, as %s", (payload, data) => {
  expect(encodePayload("abc2345", { type: "wifi", data })).toBe(payload);
});

const networks = [
  "Café",
  "Müller",
  "Дом",
  "Ελλάδα",
  "Żółw",
  "İstanbul",
  "中文网络",
  "家",
  "ネットワーク",
  "한국어",
  "🏠",
  "Ann’s",
].map((ssid) =>
  encodePayload("abc2345", { type: "wifi", data: { ssid, pass: `geheim ü ${ssid}`, encryption: "wpa" } }),
);
const asciiTexts = [
  "https://example.com/q/abc2345",
  "HTTPS://EXAMPLE.COM/Q/ABC2345",
  "https://example.com/20261129123456789/OFFER",
  "0123456789",
  'WIFI:T:WPA;S:" !#$%&()*+-./<=>?@[]^_`{|}~";P:"12345";;',
  "x".repeat(500),
];

describe.runIf(hasZbar)("each encoder", () => {
  it.each([...asciiTexts, ...networks])("writes %s as each decoder reads it", async (payload) => {
    const file = await formats.png.draw({ ...plain, payload }, 512);
    expect(await decode(file)).toBe(payload);
    expect(decodeWithZbar(file)).toBe(payload);
  });
});

it.each([
  ["1", "H"],
  ["https://example.com/q/abc2345", "Q"],
  ["https://example.com/q/abc2345?source=a", "M"],
  ["Café", "H"],
])("corrects as many errors as fit: %s at level %s", async (payload, level) => {
  const [code] = await readBarcodes(await formats.png.draw({ ...plain, payload }, 300), { formats: ["QRCode"] });
  expect(code).toMatchObject({ text: payload, ecLevel: level });
});

it.each([41, 64, 97, 200, 333, 512, 1000, 4096])("has sharp edges and a quiet zone at %i pixels", async (pixels) => {
  const picture = { ...plain, foreground: "rgb(12,34,56)", background: "rgb(250,240,230)" };
  const { data, info } = await sharp(await formats.png.draw(picture, pixels))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([pixels, pixels]);
  const colours = new Set<number>();
  for (let at = 0; at < data.length; at += 3) colours.add(data.readUIntBE(at, 3));
  expect(colours).toEqual(new Set([0x0c2238, 0xfaf0e6]));
  const dark = (x: number, y: number) => data.readUIntBE((y * pixels + x) * 3, 3) === 0x0c2238;
  let left = 0;
  while (!Array.from({ length: pixels }, (_, y) => dark(left, y)).includes(true)) left++;
  // 29 modules plus 4 on each side: the first dark column belongs to the finder pattern, 7 modules high.
  const scale = Math.floor(pixels / 37);
  expect(left).toBe(Math.floor((pixels - 29 * scale) / 2));
  expect(left).toBeGreaterThanOrEqual(4 * scale);
});

it("keeps the logo's shape and shows the background through it", async () => {
  const wide = await formats.png.draw({ ...plain, logo: jpg, background: "rgb(255,250,235)" }, 330);
  const { data } = await sharp(wide).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 330 + x) * 3, (y * 330 + x) * 3 + 3)];
  expect(at(165, 165)[2]).toBeGreaterThan(110);
  expect(at(165, 165)[0]).toBeLessThan(20);
  expect(at(165, 165 - 25)).toEqual([255, 250, 235]);
});

it("is the same file each time", async () => {
  for (const { draw } of Object.values(formats)) {
    expect((await draw({ ...plain, logo: png }, 256)).equals(await draw({ ...plain, logo: png }, 256))).toBe(true);
  }
});

const frames: Style["frame"][] = [null, ...frameStyles.map((style) => ({ style, text: "Scanne mich — ÄÖß Ж" }))];
const gradients: Style["gradient"][] = [
  null,
  { type: "linear", color: "rgb(20,60,160)" },
  { type: "radial", color: "rgb(150,20,60)" },
];
const styles: Style[] = dotShapes.flatMap((dots, at) =>
  eyeShapes.map((eyes, n) => ({
    dots,
    eyes,
    gradient: gradients[(at + n) % gradients.length] ?? null,
    frame: frames[(at * 3 + n) % frames.length] ?? null,
  })),
);

describe("in every style", () => {
  it.each(styles)("$dots, $eyes, $gradient.type, $frame.style: is read by each decoder", async (style) => {
    // Decoding takes long, so `npm test` reads every second style with a logo, and the sizes by turns.
    const at = styles.indexOf(style);
    const logos = allTests ? [null, png] : [at % 2 === 0 ? png : null];
    const sizes = allTests ? [200, 512, 700, 1000] : [200, [512, 700, 1000][at % 3] ?? 0];
    for (const logo of logos) {
      const picture = { ...plain, ...style, logo };
      await assertReadable(picture);
      for (const pixels of sizes) {
        const file = await formats.png.draw(picture, pixels);
        expect(await decode(file)).toBe(plain.payload);
        if (hasZbar) expect(decodeWithZbar(file)).toBe(plain.payload);
      }
      expect(await decode(await drawn(await formats.pdf.draw(picture, 400)))).toBe(plain.payload);
    }
  });

  const shapes = eyeShapes.flatMap((eyes) => dotShapes.map((dots) => ({ eyes, dots })));
  it.each(shapes)("$eyes eyes around $dots dots are read when the code is turned or tilted", async ({ eyes, dots }) => {
    const picture = { ...plain, eyes, dots, logo: dots === "square" ? png : null };
    await assertReadable(picture);
    const grey = await toGrey(sharp(await formats.svg.draw(picture, 300)));
    const views = [{ turn: 9 }, { turn: 20 }, { turn: 30 }, { turn: 45 }, { tilt: 30 }, { tilt: 30, turn: 30 }];
    for (const view of views) {
      const pixels = renderPixels(grey, view);
      expect([view, await readWithZxing(pixels)]).toEqual([view, [plain.payload]]);
      const { data, width, height } = pixels;
      const file = await sharp(data, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer();
      if (hasZbar) expect([view, decodeWithZbar(file)]).toEqual([view, plain.payload]);
    }
  });

  it("has the requested width, is higher with a frame, and is as large in each format", async () => {
    for (const frame of frames) {
      const picture = { ...plain, frame };
      const { width, height } = await sharp(await formats.png.draw(picture, 300)).metadata();
      expect(width).toBe(300);
      expect(height > 300).toBe(frame !== null);
      const page = (await PDFDocument.load(await formats.pdf.draw(picture, 300))).getPage(0);
      expect(page.getSize()).toEqual({ width, height });
    }
  });

  it("traces each hole and each corner once, rounded or not", async () => {
    const rows = ["#####", "#...#", "#.#.#", "#...#", "##.##"];
    const isDark = (x: number, y: number) => rows[y]?.[x] === "#";
    for (const radius of [0, 0.5]) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500" viewBox="0 0 5 5"><path d="${outline(5, isDark, radius)}"/></svg>`;
      const { data } = await sharp(Buffer.from(svg)).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => data[Math.floor(y * 100) * 500 + Math.floor(x * 100)];
      for (const [y, row] of rows.entries()) {
        for (const [x, module] of [...row].entries()) expect(at(x + 0.5, y + 0.5)).toBe(module === "#" ? 255 : 0);
      }
      // A corner of the whole pattern, and one of its hole.
      expect(at(0.02, 0.02)).toBe(radius ? 0 : 255);
      expect(at(1.02, 1.02)).toBe(radius ? 255 : 0);
    }
  });

  it("treats words as text, not as elements", async () => {
    const frame: Style["frame"] = { style: "box", text: `<script>"&'</` };
    const svg = (await formats.svg.draw({ ...plain, frame }, 300)).toString();
    expect(svg).not.toContain("<script");
    expect(svg).not.toContain("<text");
  });
});

describe("a code that cannot be read back is rejected", () => {
  const reason = (change: Partial<Picture>) =>
    assertReadable({ ...plain, ...change }).then(
      () => null,
      (error) => [error.fields[0].path, error.message],
    );

  it("if colors are too similar", async () => {
    for (const [foreground, background] of [
      [black, black],
      ["rgb(255,255,0)", white],
      ["rgb(200,200,200)", white],
      ["rgb(0,0,60)", black],
      [black, "rgb(0,0,60)"],
      ["rgb(0,0,255)", "rgb(255,0,0)"],
      ["rgb(255,0,0)", "rgb(0,0,255)"],
      // The contrast is 3.6, but scanners see two dark grays.
      ["rgb(56,41,153)", "rgb(79,168,31)"],
    ] as const) {
      expect(await reason({ foreground, background })).toEqual(["foreground", expect.stringContaining("too similar")]);
    }
  });

  it("if light and dark are exchanged", async () => {
    for (const logo of [null, png]) {
      expect(await reason({ foreground: white, background: black, logo })).toEqual([
        "foreground",
        expect.stringContaining("darker than its background"),
      ]);
    }
  });

  it("if it contains too much", async () => {
    expect(await reason({ payload: "x".repeat(560) })).toBeNull();
    expect(await reason({ payload: "x".repeat(600) })).toEqual(["data", expect.stringContaining("too long")]);
    expect(await reason({ payload: "x".repeat(300), logo: png })).toBeNull();
    expect(await reason({ payload: "x".repeat(350), logo: png })).toEqual(["data", expect.stringContaining("a logo")]);
  });

  it("if the second gradient color is too light, or lighter than the background", async () => {
    const sentence = ["gradient.color", expect.stringContaining("second color of the gradient")];
    expect(await reason({ gradient: { type: "linear", color: "rgb(255,240,200)" } })).toEqual(sentence);
    const inverted: Partial<Picture> = {
      background: "rgb(120,120,120)",
      gradient: { type: "radial", color: "rgb(255,255,255)" },
    };
    expect(await reason(inverted)).toEqual(sentence);
  });

  it("if the frame's words have a character without a glyph", async () => {
    const sentence = ["frame.text", expect.stringContaining("“猫”")];
    expect(await reason({ frame: { style: "box", text: "Scan 猫" } })).toEqual(sentence);
  });

  it("but not if a letter has two characters, as in file names of macOS", async () => {
    const frame = z.object(newDesign).parse({ frame: { style: "box", text: "Cafe\u0301 Gru\u0308n" } }).frame;
    expect(frame?.text).toBe("Café Grün");
    expect(await reason({ frame })).toBeNull();
  });

  it("if cameras in poor light see no difference, at any contrast", async () => {
    const colors = { foreground: "rgb(56,41,153)", background: "rgb(79,168,31)" };
    expect(measureContrast(colors.foreground, colors.background)).toBeGreaterThan(3.5);
    expect(await reason(colors)).toEqual(["foreground", expect.stringContaining("brightness")]);
    // The same colors around a shape and a logo that can be read.
    expect(await reason({ ...colors, dots: "rounded", logo: png })).toEqual([
      "foreground",
      expect.stringContaining("brightness"),
    ]);
  });

  it("if the light end of a gradient is too light for poor light", async () => {
    const colors = { foreground: "rgb(37,70,149)", background: "rgb(56,204,56)" };
    const gradient = { type: "linear", color: "rgb(93,117,125)" } as const;
    expect(await reason(colors)).toBeNull();
    expect(await reason({ ...colors, gradient })).toEqual(["gradient.color", expect.any(String)]);
  });

  it("if the logo is mistaken for the code", async () => {
    const logo = await formats.png.draw({ ...plain, payload: "another" }, 600);
    expect(await reason({ logo })).toEqual(["logo", expect.stringContaining("with this logo")]);
  });

  it("and no other", async () => {
    for (const foreground of ["rgb(255,0,0)", "rgb(0,100,0)", "rgb(92,124,250)", "rgb(120,60,0)"]) {
      expect(await reason({ foreground })).toBeNull();
      expect(await reason({ foreground, logo: png })).toBeNull();
    }
    expect(await reason({ foreground: "rgb(0,0,128)", background: "rgb(255,255,0)" })).toBeNull();
    // Every decoder reads these, also in poor light, although the contrast is below 3.
    for (const foreground of ["rgb(150,150,150)", "rgb(226,140,105)", "rgb(20,197,51)"]) {
      expect(measureContrast(foreground, white)).toBeLessThan(3);
      expect(await reason({ foreground })).toBeNull();
    }
  });
});

/** The filled areas of a PDF's page as a PNG, from its drawing instructions, without images. */
async function drawn(file: Buffer): Promise<Buffer> {
  const document = await PDFDocument.load(file);
  const page = document.getPage(0);
  const { width, height } = page.getSize();
  let code = "";
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && !object.dict.toString().includes("/Image")) {
      const text = Buffer.from(decodePDFRawStream(object).decode()).toString("latin1");
      if (text.includes(" re") || text.includes(" m\n")) code += text;
    }
  }
  let svg = "";
  let path = "";
  let colour = "";
  let transforms: string[] = [];
  for (const line of code.split("\n")) {
    const parts = line.trim().split(/\s+/);
    const operator = parts.pop() ?? "";
    if (operator === "q") transforms = [];
    if (operator === "cm") transforms.push(`matrix(${parts.join(" ")})`);
    if (operator === "rg") colour = `rgb(${parts.map((part) => Math.round(Number(part) * 255)).join(",")})`;
    if (operator === "m") path += `M${parts.join(" ")}`;
    if (operator === "l") path += `L${parts.join(" ")}`;
    if (operator === "c") path += `C${parts.join(" ")}`;
    if (operator === "v") throw new Error("what is a quadratic curve elsewhere is another here");
    if (operator === "h") path += "z";
    // The darkest color of a gradient decides.
    if (operator === "f" || operator === "sh") {
      const fill = operator === "f" ? colour : "black";
      svg += `<path transform="${transforms.join(" ")}" fill="${fill}" d="${path}"/>`;
      path = "";
    }
  }
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="matrix(1 0 0 -1 0 ${height})">${svg}</g></svg>`,
    ),
  )
    .png()
    .toBuffer();
}
