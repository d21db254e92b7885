import { baseUrl } from "@/lib/platform/env";
import type { Addresses } from "@/lib/platform/network/blocklist";
import type { QrData } from "./data";
import { isHex, isHexKey } from "./network-keys";

export type QrContent = { [T in keyof QrData]: { type: T; data: QrData[T] } }[keyof QrData];

export const pictureUrlOf = (code: string) => `${baseUrl()}/qr/${code}`;

/** Returns the address of the same picture in another format or size. */
export const pictureAs = (address: string, { format, size }: { format?: string; size?: number }) =>
  `${address}${format && format !== "png" ? `.${format}` : ""}${size === undefined ? "" : `?size=${size}`}`;

/** Returns the address that a QR code's picture contains. */
export const scanUrlOf = (code: string) => `${baseUrl()}/q/${code}`;

/**
 * Returns the content of the picture: an address of this service, except for `wifi`, because a phone without a network
 * could not open the address.
 */
export function encodePayload(code: string, content: QrContent): string {
  return content.type === "wifi" ? networkOf(content.data) : scanUrlOf(code);
}

/** The destinations of a code, by the path of their field. */
export function findQrLinks({ type, data }: QrContent): Addresses {
  if (type === "link") return [["data", data]];
  return type === "vcard" ? [["data.site", data.site]] : [];
}

const encryptions = { wpa: "WPA", wep: "WEP", nopass: "nopass" };

function networkOf({ ssid, pass = "", encryption, hidden }: QrData["wifi"]): string {
  const key = encryption === "nopass" || pass === "" ? "" : `P:${isHexKey(encryption, pass) ? pass : written(pass)};`;
  return `WIFI:T:${encryptions[encryption]};S:${written(ssid)};${key}${hidden ? "H:true;" : ""};`;
}

/** Readers take hexadecimal digits for bytes unless they are in quotes. */
const written = (text: string) => (isHex(text) ? `"${text}"` : text.replace(/[\\;,:"]/g, "\\$&"));
