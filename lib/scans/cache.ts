import { LRUCache } from "lru-cache";
import { pool } from "@/lib/db";
import { once } from "@/lib/once";
import type { QrContent } from "@/lib/qr-codes/payload";

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

/** Notifications keep entries fresh; this bounds what a lost one can cost. */
const refreshAfterMs = 60_000;
const maxCodes = 10_000;

interface Entry {
  qrCode: QrCodeSnapshot;
  loadedAt: number;
}

/** The QR codes that are scanned and shown. What is cached is still answered while the database is down. */
export class QrCodeCache {
  private readonly codes = new LRUCache<string, Entry>({ max: maxCodes });
  private changes = 0;
  private doubtedUntil = 0;

  /** The QR code, null where there is none. Rejects where it is not cached and the database is out of reach. */
  async find(code: string): Promise<QrCodeSnapshot | null> {
    const entry = this.codes.get(code);
    if (entry && entry.loadedAt > this.doubtedUntil && Date.now() - entry.loadedAt < refreshAfterMs) {
      return entry.qrCode;
    }
    const { changes } = this;
    try {
      const qrCode = await load(code);
      // What changed while it was read must not be kept.
      if (qrCode && changes === this.changes) this.codes.set(code, { qrCode, loadedAt: Date.now() });
      return qrCode;
    } catch (error) {
      if (!entry) throw error;
      // The next visitor need not wait until a database that does not answer is given up once more.
      entry.loadedAt = Date.now();
      return entry.qrCode;
    }
  }

  /** For the database's `qr_code_changed` notification. */
  forget(code: string): void {
    this.changes++;
    this.codes.delete(code);
  }

  /** For when notifications may have been missed: what is cached is used only where it cannot be read anew. */
  doubt(): void {
    this.changes++;
    this.doubtedUntil = Date.now();
  }
}

export const qrCodeCache = () => once("qrCodeCache", () => new QrCodeCache());

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
