import { createHash } from "node:crypto";
import { getLocale } from "next-intl/server";
import type { QrCode } from "@/generated/prisma/client";
import { refusalIn } from "@/lib/contract/refusals";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
import type { QrPreview } from "@/lib/resources/qr-codes/preview";
import { contactName } from "@/lib/visits/core/vcard";

/** A code's content on one line, without the password of a network. */
export function contentLine(content: QrContent): string {
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
      return contactName(content.data);
  }
}

/** The image's address. It changes with the image, because browsers cache it. */
export function pictureUrl({ code, type, data, foreground, background, logo, style }: QrCode): string {
  return `/qr/${code}.svg?v=${versionOf([foreground, background, logo, style, type === "wifi" && data])}`;
}

/** A short hash of everything that an image depends on. */
export const versionOf = (look: unknown) =>
  createHash("sha256").update(JSON.stringify(look)).digest("base64url").slice(0, 8);

/** The preview, with errors in the user's language. */
export async function inWords({ refusal, ...preview }: QrPreview): Promise<QrPreview> {
  const locale = await getLocale();
  return { ...preview, refusal: refusal && { ...refusal, message: refusalIn(locale, refusal) } };
}
