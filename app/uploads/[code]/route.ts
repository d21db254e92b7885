import { detectImageType } from "@/lib/drawing/image-type";
import { publicImage } from "@/lib/resources/uploads/service";

/** An uploaded image. It never changes: a new image gets a new address. */
export async function GET(_request: Request, { params }: RouteContext<"/uploads/[code]">) {
  const image = await publicImage((await params).code);
  if (!image) return new Response("Not found", { status: 404 });
  return new Response(new Uint8Array(image), {
    headers: {
      "Content-Type": `image/${detectImageType(image)}`,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
