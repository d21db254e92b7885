import { shortUrlOf } from "@/lib/links/short-url";
import { formats } from "@/lib/qr-codes/picture";
import { ownLink } from "../own-link";

const pixels = 1024;
const plain = { foreground: "rgb(0,0,0)", background: "rgb(255,255,255)", logo: null };

/** The QR code of a link's short URL: `?format=png` or SVG, with `&download` as a file. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/links/[id]/qr">) {
  const { row: link } = await ownLink((await params).id);
  const query = new URL(request.url).searchParams;
  const format = query.get("format") === "png" ? "png" : "svg";
  const { type, draw } = formats[format];
  const picture = await draw({ ...plain, payload: shortUrlOf(link) }, pixels);
  const file = encodeURIComponent(`${link.alias}.${format}`);
  return new Response(new Uint8Array(picture), {
    headers: {
      "Content-Type": type,
      "Cache-Control": "private, max-age=3600",
      ...(query.has("download") && { "Content-Disposition": `attachment; filename*=UTF-8''${file}` }),
    },
  });
}
