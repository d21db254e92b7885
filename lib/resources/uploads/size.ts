import { imageSize } from "image-size";
import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { uploadCode } from "./code";

/** The size of an upload is within its first bytes, because stored images have no metadata. */
const headBytes = 4_096;

/** Returns the size of the upload at an address, in pixels; null if the address is another or the size is unknown. */
export async function uploadSize(address: string): Promise<{ width: number; height: number } | null> {
  const code = uploadCode(address);
  if (!code) return null;
  try {
    const text = `SELECT substring(image FOR ${headBytes}) AS head FROM uploads WHERE code = $1`;
    const rows = await statement<{ head: Buffer }>(text, [code]);
    if (!rows[0]) return null;
    const { width, height } = imageSize(rows[0].head);
    return { width, height };
  } catch (error) {
    // The preview is complete without it.
    log.warn({ error: String(error) }, "the size of an image is unknown");
    return null;
  }
}
