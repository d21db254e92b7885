import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type Pixels, readWithQr, readWithZxing } from "@/lib/drawing/readable";
import type { QrData } from "@/lib/resources/qr-codes/data";

export async function pixelsIn(picture: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** Reads the QR code in an image (png or jpg) with the service's own decoders. Returns null unless all agree. */
export async function decode(picture: Uint8Array): Promise<string | null> {
  const pixels = await pixelsIn(picture);
  const found = await Promise.all([readWithZxing(pixels), readWithQr(pixels)]);
  const read = new Set(found.map(([text = null]) => text));
  const [text = null] = read;
  return read.size === 1 ? text : null;
}

export const hasZbar = spawnSync("zbarimg", ["--version"]).status === 0;

/** Reads the code with ZBar, which the service does not use. Returns null if there is none. Needs `hasZbar`. */
export function decodeWithZbar(picture: Uint8Array): string | null {
  const folder = mkdtempSync(join(tmpdir(), "signpost-qr-"));
  try {
    const file = join(folder, "code.png");
    writeFileSync(file, picture);
    const { stdout } = spawnSync("zbarimg", ["-q", "--raw", "-Sdisable", "-Sqrcode.enable", file]);
    return stdout.toString().replace(/\n$/, "") || null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Data of every type, with special characters. */
export const samples: QrData = {
  text: 'Opening hours: 9–18 <b>"daily"</b> & Sundays\nWelcome!',
  link: "https://example.com/menu?table=4&lang=fr#drinks",
  phone: "+44 20 7946 0958",
  email: { email: "ann@example.com", subject: "Hello & welcome", body: "Line one\nLine two" },
  sms: { phone: "+1 (555) 010-0000", message: "Table 4, please" },
  wifi: { ssid: 'Café; "5G"', pass: "p;a:s,s\\word", encryption: "wpa", hidden: true },
  vcard: {
    fname: "Zoë",
    lname: "O'Neil; Jr.",
    org: "Smith, Jones & Co",
    title: "Engineer",
    phone: "+44 20 7946 0958",
    cell: "+44 7700 900123",
    fax: "+44 20 7946 0959",
    email: "zoe@example.com",
    site: "https://example.com/zoe?a=1&b=2",
    street: "1 Long Street",
    city: "London",
    state: "Greater London",
    zip: "N1 9GU",
    country: "United Kingdom",
  },
};
