import { toBuffer, toString as toText } from "qrcode";
import { shortUrlOf } from "@/lib/links/short-url";
import { ownLink } from "../own-link";

const pngPixels = 1024;

/** The QR code of a link's short URL: `?format=png` or SVG, with `&download` as a file. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/links/[id]/qr">) {
  const { link } = await ownLink((await params).id);
  const query = new URL(request.url).searchParams;
  const png = query.get("format") === "png";
  const shortUrl = shortUrlOf(link);
  const body = png
    ? new Uint8Array(await toBuffer(shortUrl, { type: "png", width: pngPixels }))
    : await toText(shortUrl, { type: "svg" });
  const file = encodeURIComponent(`${link.alias}.${png ? "png" : "svg"}`);
  return new Response(body, {
    headers: {
      "Content-Type": png ? "image/png" : "image/svg+xml",
      "Cache-Control": "private, max-age=3600",
      ...(query.has("download") && { "Content-Disposition": `attachment; filename*=UTF-8''${file}` }),
    },
  });
}
