import type { z } from "zod";
import type { QrCode, QrTemplate } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { readDesign, readTemplateDesign } from "@/lib/drawing/designs";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { linkDesign } from "./link-design";
import { pictureUrlOf } from "./payload";
import type { linkQr, qrDetails, qrItem } from "./schema";
import type { templateItem } from "./template-schema";

export function presentQrCode({ id, code, scans, name, createdAt }: QrCode): z.infer<typeof qrItem> {
  return { id, link: pictureUrlOf(code), scans: Number(scans), name, date: formatTimestamp(createdAt) };
}

export const presentQrDetails = (code: QrCode): z.infer<typeof qrDetails> => ({
  ...presentQrCode(code),
  design: readDesign(code),
});

export const presentTemplate = ({ id, name, design, createdAt }: QrTemplate): z.infer<typeof templateItem> => ({
  id,
  name,
  design: readTemplateDesign(design),
  date: formatTimestamp(createdAt),
});

export const presentLinkQr = ({ link, design }: Awaited<ReturnType<typeof linkDesign>>): z.infer<typeof linkQr> => ({
  link: `${new URL(shortUrlOf(link)).href}/qr`,
  designed: link.qrDesign !== null,
  design,
});
