import { type Picture, type Style, styleOf } from "@/lib/drawing/look";
import { follow } from "@/lib/platform/database/changes";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
import { snapshotCache } from "@/lib/visits/core/snapshot-cache";

/** A code's design without its logo. */
export type Look = Omit<Picture, "payload" | "logo">;

/** The data of a QR code that visitors need. */
export interface QrCodeSnapshot {
  id: number;
  code: string;
  content: QrContent;
  look: Look;
  /** a digest of the logo; null without one */
  logo: string | null;
}

/** The QR codes that are scanned or shown, by code. */
export const qrCodeCache = () =>
  processSingleton("qrCodeCache", () =>
    follow(snapshotCache("qrCodes", 10_000, load), "qr_code_changed", "account_deleted"),
  );

type Row = Omit<QrCodeSnapshot, "look"> & QrContent & { foreground: string; background: string; style: Style | null };

async function load(code: string): Promise<QrCodeSnapshot | null> {
  const rows = await statement<Row>(
    `SELECT id, code, type, data, foreground, background, style, md5(image) AS logo
      FROM qr_codes LEFT JOIN qr_logos ON qr_code_id = id WHERE code = $1 AND ${ofExistingAccount("qr_codes.user_id")}`,
    [code],
    { quick: "visitor" },
  );
  const [row] = rows;
  if (!row) return null;
  const { id, foreground, background, style, logo, type, data } = row;
  const look = { foreground, background, ...styleOf(style) };
  return { id, code, content: { type, data } as QrContent, look, logo };
}
