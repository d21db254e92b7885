import { shortUrlOf } from "@/lib/links/short-url";
import { formats, plainColours } from "@/lib/qr-codes/picture";
import { ownLink } from "../own-link";

const pixels = 1024;

/** The QR code of a link's short URL: `?format=png` or SVG, with `&download` as a file. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/links/[id]/qr">) {
  const { row: link } = await ownLink((await params).id);
  const query = new URL(request.url).searchParams;
  const format = query.get("format") === "png" ? "png" : "svg";
  const { type, draw } = formats[format];
  const picture = await draw({ ...plainColours, logo: null, payload: shortUrlOf(link) }, pixels);
  const file = encodeURIComponent(`${link.alias}.${format}`);
  return new Response(new Uint8Array(picture), {
    headers: {
      "Content-Type": type,
      "Cache-Control": "private, max-age=3600",
      ...(query.has("download") && { "Content-Disposition": `attachment; filename*=UTF-8''${file}` }),
    },
  });
}
