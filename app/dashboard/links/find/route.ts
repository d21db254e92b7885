import type { FoundLink } from "@/components/shell/use-found-links";
import { listView } from "@/components/ui/list-view";
import { spendBudget } from "@/lib/auth/budget";
import { currentActor } from "@/lib/auth/session";
import { listLinks } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { siteIcons } from "@/lib/resources/site-icons/service";

/** The user's links that best match `?q=`, for ⌘K. It searches like the links page. */
export async function GET(request: Request) {
  const actor = await currentActor();
  if (!actor) return Response.json([], { status: 401 });
  if (!(await spendBudget())) return Response.json([], { status: 429 });
  const { q } = listView.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { rows } = await listLinks(actor, { q, order: "date", page: 1, limit: 6 });
  const iconOf = await siteIcons(actor, rows);
  const found = rows.map((link): FoundLink => {
    const { id, title, destination, shares } = link;
    return { id, title, destination, shares, shortUrl: shortUrlOf(link), icon: iconOf(link) };
  });
  return Response.json(found, { headers: { "Cache-Control": "private, no-store" } });
}
