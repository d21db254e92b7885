import { siteIcon } from "@/lib/resources/site-icons/service";

/** The icon of a site that links lead to. It never changes: a new icon gets a new address. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const code = /^([\da-f]{32})\.png$/.exec((await params).file)?.[1];
  const image = code ? await siteIcon(code) : null;
  if (!image) return new Response("Not found", { status: 404 });
  return new Response(new Uint8Array(image), {
    headers: {
      "Content-Type": "image/png",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
