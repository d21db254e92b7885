import type { z } from "zod";
import type { QrCode } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { pictureUrlOf } from "./payload";
import type { qrItem } from "./schema";

export function presentQrCode({ id, code, scans, name, createdAt }: QrCode): z.infer<typeof qrItem> {
  return { id, link: pictureUrlOf(code), scans: Number(scans), name, date: formatTimestamp(createdAt) };
}
