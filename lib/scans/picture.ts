import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { once } from "@/lib/once";
import { payloadOf } from "@/lib/qr-codes/payload";
import { defaultPixels, type Format, formats } from "@/lib/qr-codes/picture";
import { logoOf } from "@/lib/qr-codes/service";
import { type Answer, textAnswer } from "@/lib/visit/answer";
import type { VisitRequest } from "@/lib/visit/request";
import type { QrCodeSnapshot } from "./cache";

const cacheBytes = 64 * 1024 * 1024;
/** Raised when the same code would be drawn in another way: browsers then fetch it anew. */
const style = 1;

type Draw = () => Promise<Buffer>;
export type PictureCache = LRUCache<string, Buffer, Draw>;

// One picture at a time: many large ones asked for at once must not take the machine from everybody else.
let last: Promise<unknown> = Promise.resolve();
function inTurn(draw: Draw): Promise<Buffer> {
  const drawn = last.then(draw);
  last = drawn.catch(() => undefined);
  return drawn;
}

const pictures = (): PictureCache =>
  once(
    "pictureCache",
    () =>
      new LRUCache({
        maxSize: cacheBytes,
        sizeCalculation: (picture) => picture.length,
        fetchMethod: (_key, _stale, { context }) => inTurn(context),
      }),
  );

/** The QR code's picture, redrawn for the side of so many pixels that `size` asks for. */
export async function pictureAnswer(
  request: VisitRequest,
  qrCode: QrCodeSnapshot,
  format: Format,
  size: string | null,
): Promise<Answer> {
  const pixels = size === null ? defaultPixels : pixelsOf(size);
  if (pixels === null) return textAnswer(400, "The size must be a whole number from 64 to 4096.");
  const { foreground, background } = qrCode;
  const payload = payloadOf(qrCode.code, qrCode.content);
  const drawnFrom = [style, payload, foreground, background, qrCode.logo, format, pixels];
  const tag = `"${createHash("sha256").update(JSON.stringify(drawnFrom)).digest("base64url").slice(0, 22)}"`;
  const headers = ["ETag", tag, "Cache-Control", "public, max-age=60"];
  if (matches(request.headers["if-none-match"], tag)) return { status: 304, headers, body: "" };
  const { type, draw } = formats[format];
  const context = async () => {
    const logo = qrCode.logo === null ? null : await logoOf(qrCode.id);
    return draw({ payload, foreground, background, logo }, pixels);
  };
  const body = await pictures().forceFetch(tag, { context });
  headers.push("Content-Type", type, "X-Content-Type-Options", "nosniff");
  headers.push("Content-Security-Policy", "default-src 'none'; img-src data:");
  return { status: 200, headers, body };
}

function pixelsOf(size: string): number | null {
  const pixels = /^\d{2,4}$/.test(size) ? Number(size) : 0;
  return pixels >= 64 && pixels <= 4096 ? pixels : null;
}

const matches = (sent = "", tag: string) =>
  sent.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag);
