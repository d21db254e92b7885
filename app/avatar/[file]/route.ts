import { weights, white } from "@/lib/contract/theme";
import { db } from "@/lib/platform/database/db";

const LARGEST_ID = 2 ** 31 - 1;

/** A user's avatar: the initials on a color that depends on the id. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const id = Number(/^([1-9]\d{0,9})\.svg$/.exec((await params).file)?.[1]);
  const user =
    id <= LARGEST_ID ? await db.user.findUnique({ where: { id, deletion: null }, select: { username: true } }) : null;
  if (!user) return new Response("Not found", { status: 404 });
  return new Response(draw(initials(user.username), id), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Only letters and digits, so nothing needs escaping. */
function initials(username: string): string {
  const words = username.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const [first = "?", second] = words;
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase();
}

function draw(letters: string, id: number): string {
  // Steps of the golden angle give consecutive ids different colors.
  const hue = Math.round((id * 137.508 + 40) % 360);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img" aria-label="${letters}"><rect width="96" height="96" fill="oklch(0.47 0.09 ${hue})"/><text x="48" y="49" fill="${white}" font-family="Inter, system-ui, sans-serif" font-size="38" font-weight="${weights.bold}" text-anchor="middle" dominant-baseline="central">${letters}</text></svg>`;
}
