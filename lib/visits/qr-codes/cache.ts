import { follow } from "@/lib/platform/changes";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
import { snapshotCache } from "@/lib/visits/snapshot-cache";

/** What visitors get of a QR code. */
export interface QrCodeSnapshot {
  id: number;
  code: string;
  content: QrContent;
  foreground: string;
  background: string;
  /** a digest of the logo, null without one */
  logo: string | null;
}

/** The QR codes that are scanned and shown, by code. */
export const qrCodeCache = () =>
  processSingleton("qrCodeCache", () => follow(snapshotCache("qrCodes", 10_000, load), "qr_code_changed"));

async function load(code: string): Promise<QrCodeSnapshot | null> {
  const { rows } = await pool.query<QrCodeSnapshot & QrContent>({
    name: "qr-code-snapshot",
    text: `SELECT id, code, type, data, foreground, background, md5(image) AS logo
      FROM qr_codes LEFT JOIN qr_logos ON qr_code_id = id WHERE code = $1`,
    values: [code],
  });
  const [row] = rows;
  if (!row) return null;
  const { id, foreground, background, logo, type, data } = row;
  return { id, code, content: { type, data } as QrContent, foreground, background, logo };
}
