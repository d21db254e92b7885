import { getTranslations } from "next-intl/server";
import { labelOfLink } from "@/components/links/link-name";
import { listView } from "@/components/ui/list-view";
import type { Pickable } from "@/components/ui/pick-to-add";
import { spendBudget } from "@/lib/auth/budget";
import { currentActor } from "@/lib/auth/session";
import { findItems } from "@/lib/resources/channels/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";

/** The user's links, bio pages and QR codes that match `?q=`, to be added to a channel. */
export async function GET(request: Request) {
  const actor = await currentActor();
  if (!actor) return Response.json([], { status: 401 });
  if (!(await spendBudget())) return Response.json([], { status: 429 });
  const t = await getTranslations("channels.types");
  const { q } = listView.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { links, bioPages, qrCodes } = await findItems(actor, q);
  const picks: Pickable[] = [
    ...links.map((link) => ({
      value: `links/${link.id}`,
      label: labelOfLink(link, shortUrlOf(link)),
      group: t("links"),
    })),
    ...bioPages.map(({ id, name }) => ({ value: `bio/${id}`, label: name, group: t("bio") })),
    ...qrCodes.map(({ id, name }) => ({ value: `qr/${id}`, label: name, group: t("qr") })),
  ];
  return Response.json(picks, { headers: { "Cache-Control": "private, no-store" } });
}
