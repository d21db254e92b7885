import type { Addresses } from "@/lib/platform/blocklist";
import { baseUrl } from "@/lib/platform/env";
import type { QrData } from "./data";
import { isHex, isHexKey } from "./network-keys";

/** A QR code's type with the data that belongs to it. */
export type QrContent = { [T in keyof QrData]: { type: T; data: QrData[T] } }[keyof QrData];

/** Where a QR code's picture is. */
export const pictureUrlOf = (code: string) => `${baseUrl()}/qr/${code}`;

/** The same picture in a format and a size, at its address. */
export const pictureAs = (address: string, { format, size }: { format?: string; size?: number }) =>
  `${address}${format && format !== "png" ? `.${format}` : ""}${size === undefined ? "" : `?size=${size}`}`;

/** The address that a QR code's picture holds. */
export const scanUrlOf = (code: string) => `${baseUrl()}/q/${code}`;

/** What a scan reads: an address of ours, except that a phone without a network could not follow that to `wifi`. */
export function payloadOf(code: string, content: QrContent): string {
  return content.type === "wifi" ? networkOf(content.data) : scanUrlOf(code);
}

/** Where a code leads those who scan it, by the path of the field that says so. */
export function linksIn({ type, data }: QrContent): Addresses {
  if (type === "link") return [["data", data]];
  return type === "vcard" ? [["data.site", data.site]] : [];
}

const encryptions = { wpa: "WPA", wep: "WEP", nopass: "nopass" };

function networkOf({ ssid, pass = "", encryption, hidden }: QrData["wifi"]): string {
  const key = encryption === "nopass" || pass === "" ? "" : `P:${isHexKey(encryption, pass) ? pass : written(pass)};`;
  return `WIFI:T:${encryptions[encryption]};S:${written(ssid)};${key}${hidden ? "H:true;" : ""};`;
}

/** Readers take hexadecimal digits for bytes, unless they stand in quotes. */
const written = (text: string) => (isHex(text) ? `"${text}"` : text.replace(/[\\;,:"]/g, "\\$&"));
