import { white } from "@/lib/contract/theme";

/** SVG paths in a box of 24 by 24. */
const signs: Record<string, string> = {
  links: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
  bio: "M6 4h12v16H6zM10 8h4M9 12h6M9 16h6",
};

/** The image of a link or bio page without its own. It only depends on the id, so it reveals nothing. */
export async function GET(_request: Request, { params }: { params: Promise<{ type: string; file: string }> }) {
  const { type, file } = await params;
  const sign = Object.hasOwn(signs, type) ? signs[type] : undefined;
  const id = Number(/^([1-9]\d{0,9})\.svg$/.exec(file)?.[1]);
  if (!sign || !id) return new Response("Not found", { status: 404 });
  return new Response(draw(sign, id), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
      "Content-Security-Policy": "default-src 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function draw(sign: string, id: number): string {
  // Steps of the golden angle give consecutive ids different colors.
  const hue = Math.round((id * 137.508 + 40) % 360);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 48 48" width="96" height="96"><rect x="-12" y="-12" width="48" height="48" fill="oklch(0.47 0.09 ${hue})"/><path d="${sign}" fill="none" stroke="${white}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
