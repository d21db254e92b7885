import { createHash } from "node:crypto";
import { AppError } from "@/lib/contract/errors";
import { studio } from "@/lib/drawing/drawing-processes";
import { defaultPixels, type Format, mediaTypes, parsePixels } from "@/lib/drawing/look";
import { SharedPictures } from "@/lib/drawing/shared-pictures";
import { processSingleton } from "@/lib/platform/singleton";
import { encodePayload } from "@/lib/resources/qr-codes/payload";
import { getLogo, keepSmaller } from "@/lib/resources/qr-codes/service";
import { publicImage } from "@/lib/resources/uploads/service";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import type { Look, QrCodeSnapshot } from "./cache";

const cacheBytes = 64 * 1024 * 1024;
/** Increase it when the same code would be drawn differently, so that browsers load it again. */
const style = 3;

const pictures = () => processSingleton("pictures", () => new SharedPictures(cacheBytes));

/** The contents and design of a code's image. */
export interface Drawable {
  payload: string;
  look: Look;
  /** the source of its logo (the code's own or an upload) and its digest; null without a logo */
  logo: { of: number | null; digest: string } | null;
}

/** Returns the contents and design of a QR code's image. */
export const drawableOf = ({ id, code, content, look, logo }: QrCodeSnapshot): Drawable => ({
  payload: encodePayload(code, content),
  look,
  logo: logo === null ? null : { of: id, digest: logo },
});

/** An upload never changes, because its code is its digest. */
const readLogo = ({ of, digest }: NonNullable<Drawable["logo"]>) => (of === null ? publicImage(digest) : getLogo(of));

/** Returns the image with the side length in pixels that `size` requests. */
export async function pictureAnswer(
  request: VisitRequest,
  { payload, look, logo }: Drawable,
  format: Format,
  size: string | null,
): Promise<Answer> {
  const pixels = size === null ? defaultPixels : parsePixels(size);
  if (pixels === null) return textAnswer(400, "The size must be a whole number from 64 to 4096.");
  const drawnFrom = [style, payload, look, logo?.digest ?? null, format, pixels];
  const tag = `"${createHash("sha256").update(JSON.stringify(drawnFrom)).digest("base64url").slice(0, 22)}"`;
  const headers = ["ETag", tag, "Cache-Control", "public, max-age=60"];
  if (matches(request.headers["if-none-match"], tag)) return { status: 304, headers, body: "" };
  const draw = async (signal: AbortSignal) => {
    const read: { logo: Awaited<ReturnType<typeof getLogo>> } = { logo: null };
    const input = async () => {
      if (logo) read.logo = await readLogo(logo);
      return { picture: { payload, ...look, logo: read.logo }, format, pixels };
    };
    const { file, smallerLogo } = await studio().have("draw", input, request, signal);
    if (logo?.of && read.logo && smallerLogo) await keepSmaller(logo.of, read.logo, smallerLogo);
    return file;
  };
  try {
    const body = await pictures().find(tag, draw, request.signal);
    headers.push("Content-Type", mediaTypes[format], "X-Content-Type-Options", "nosniff");
    headers.push("Content-Security-Policy", "default-src 'none'; img-src data:");
    return { status: 200, headers, body };
  } catch (error) {
    // The visitor has left. As for pages, this counts as 499, not as an outage.
    if (request.signal.aborted) return textAnswer(499, "You have left.");
    if (!(error instanceof AppError)) throw error;
    return textAnswer(503, error.message, ["Retry-After", "5"]);
  }
}

const matches = (sent = "", tag: string) =>
  sent.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag);
