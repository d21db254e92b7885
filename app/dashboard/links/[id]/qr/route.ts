import { z } from "zod";
import { costs } from "@/lib/auth/budget";
import { describePicture } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { mediaTypes, parsePixels } from "@/lib/drawing/look";
import { attachment, Download } from "@/lib/platform/files/download";
import { linkPayloadOf } from "@/lib/resources/links/short-url";
import { linkDesign, linkLogo } from "@/lib/resources/qr-codes/link-design";
import { fileAnswer } from "../../../_lib/file-answer";
import { loadLink } from "../../../_lib/owned-row-loader";

const formats = z.enum(["png", "svg", "pdf"]).catch("svg");

/** The QR code of a link's short URL: `?format=png&size=512`, PDF or SVG, with `&download` as a file. */
export async function GET(request: Request, { params }: RouteContext<"/dashboard/links/[id]/qr">) {
  const { actor, row } = await loadLink((await params).id);
  const query = new URL(request.url).searchParams;
  const [format, pixels] = [formats.parse(query.get("format")), parsePixels(query.get("size") ?? "1024")];
  if (pixels === null) return new Response("The size must be a whole number from 64 to 4096.", { status: 400 });
  const headers = {
    "Content-Type": mediaTypes[format],
    "Cache-Control": "private, max-age=3600",
    ...(query.has("download") && { "Content-Disposition": attachment(`${row.alias.replaceAll("/", "-")}.${format}`) }),
  };
  const draw = async (gone: AbortSignal) => {
    const present = await linkDesign(actor, row.id);
    const picture = describePicture(linkPayloadOf(row), present.design, await linkLogo(present));
    return new Uint8Array((await studio().have("draw", { picture, format, pixels }, actor, gone)).file);
  };
  return fileAnswer(request, () => new Download(headers, draw), costs.picture);
}
