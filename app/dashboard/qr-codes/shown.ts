import { createHash } from "node:crypto";
import { getLocale } from "next-intl/server";
import type { QrCode } from "@/generated/prisma/client";
import { refusalIn } from "@/lib/contract/refusals";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
import type { QrPreview } from "@/lib/resources/qr-codes/preview";
import { nameOf } from "@/lib/visits/vcard";

/** What a code holds, on one line. Of a network not the password. */
export function holdsOf(content: QrContent): string {
  switch (content.type) {
    case "text":
    case "link":
    case "phone":
      return content.data;
    case "email":
      return content.data.email;
    case "sms":
      return content.data.phone;
    case "wifi":
      return content.data.ssid;
    case "vcard":
      return nameOf(content.data);
  }
}

/** Where a code's picture is, as an address that changes with it: browsers keep the picture for a while. */
export function pictureOf({ code, type, data, foreground, background, logo, style }: QrCode): string {
  return `/qr/${code}.svg?v=${versionOf([foreground, background, logo, style, type === "wifi" && data])}`;
}

/** What is another for each look. */
export const versionOf = (look: unknown) =>
  createHash("sha256").update(JSON.stringify(look)).digest("base64url").slice(0, 8);

/** A preview whose refusal is in the reader's language. */
export async function inWords({ refusal, ...preview }: QrPreview): Promise<QrPreview> {
  const locale = await getLocale();
  return { ...preview, refusal: refusal && { ...refusal, message: refusalIn(locale, refusal) } };
}
