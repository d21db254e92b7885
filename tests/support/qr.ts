import { readFileSync } from "node:fs";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { QrData } from "@/lib/resources/qr-codes/data";

const wasm = readFileSync("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** What the QR code in a picture (png or jpg) says, by another decoder than the service's own; null if it finds none. */
export async function decode(picture: Uint8Array): Promise<string | null> {
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"], tryInvert: false });
  return found?.isValid ? found.text : null;
}

/** Data of every type, with characters that need care. */
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
