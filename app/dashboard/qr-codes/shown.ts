import { createHash } from "node:crypto";
import type { QrCode } from "@/generated/prisma/client";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
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
export function pictureOf({ code, type, data, foreground, background, logo }: QrCode): string {
  const drawnFrom = [foreground, background, logo, type === "wifi" && data];
  const version = createHash("sha256").update(JSON.stringify(drawnFrom)).digest("base64url").slice(0, 8);
  return `/qr/${code}.svg?v=${version}`;
}
