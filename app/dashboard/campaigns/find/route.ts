import { labelOfLink } from "@/components/links/link-name";
import { listView } from "@/components/ui/list-view";
import type { Pickable } from "@/components/ui/pick-to-add";
import { spendBudget } from "@/lib/auth/budget";
import { currentActor } from "@/lib/auth/session";
import { listLinks } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";

/** The user's links that match `?q=`, to be added to a campaign. */
export async function GET(request: Request) {
  const actor = await currentActor();
  if (!actor) return Response.json([], { status: 401 });
  if (!(await spendBudget())) return Response.json([], { status: 429 });
  const { q } = listView.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { rows } = await listLinks(actor, { q, order: "date", page: 1, limit: 8 });
  const picks = rows.map((link): Pickable => ({ value: String(link.id), label: labelOfLink(link, shortUrlOf(link)) }));
  return Response.json(picks, { headers: { "Cache-Control": "private, no-store" } });
}
