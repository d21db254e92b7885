import { IconAppWindow } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { OverlaysTable } from "@/components/overlays/overlays-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { usesOf } from "@/lib/resources/links/uses";
import { isAsking } from "@/lib/resources/overlays/answer";
import { answerCounts } from "@/lib/resources/overlays/answers";
import { overlayCountsOf } from "@/lib/resources/overlays/counts";
import { listOverlays } from "@/lib/resources/overlays/service";
import { limitText } from "../_lib/limit-lead";
import { deleteOverlayAction } from "./actions";

export const generateMetadata = pageTitle("overlays", "title");

export default async function OverlaysPage({ searchParams }: PageProps<"/dashboard/overlays">) {
  const t = await getTranslations("overlays");
  const actor = await requireActor();
  const { q, page: requested } = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) => listOverlays(actor, page, q));
  const ids = rows.map(({ id }) => id);
  const [uses, answers, counts] = await Promise.all([
    usesOf("overlay", ids),
    answerCounts(ids),
    overlayCountsOf(actor, ids),
  ]);
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "overlays")}
      path="/dashboard/overlays"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/overlays/new", label: t("new") }}
      empty={{ icon: <IconAppWindow />, title: t("empty.title"), text: t("empty.text") }}
    >
      <OverlaysTable
        rows={rows.map(({ id, name, type, createdAt }) => ({
          ...{ id, name, type, createdAt },
          asks: isAsking(type),
          links: uses.get(id) ?? { count: 0, some: [] },
          answers: answers.get(id) ?? 0,
          ...counts(id),
        }))}
        now={new Date()}
        remove={deleteOverlayAction}
      />
    </ListPage>
  );
}
