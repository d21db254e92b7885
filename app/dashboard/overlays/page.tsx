import { EmptyState } from "@mantine/core";
import { IconAppWindow, IconPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { OverlaysTable } from "@/components/overlays/overlays-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { requireActor } from "@/lib/auth/session";
import { usesOf } from "@/lib/resources/links/uses";
import { isAsking } from "@/lib/resources/overlays/answer";
import { answerCounts } from "@/lib/resources/overlays/answers";
import { overlayCountsOf } from "@/lib/resources/overlays/counts";
import { listOverlays } from "@/lib/resources/overlays/service";
import { limitText } from "../_lib/limit-lead";
import { deleteOverlayAction } from "./actions";

const perPage = 20;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("overlays"))("title") };
}

export default async function OverlaysPage({ searchParams }: PageProps<"/dashboard/overlays">) {
  const t = await getTranslations("overlays");
  const actor = await requireActor();
  const { q, page: asked } = listView.parse(await searchParams);
  const { rows, total, page, pages } = await readPage(asked, perPage, (number) =>
    listOverlays(actor, { page: number, limit: perPage }, q),
  );
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
      actions={total > 0 && <NewOverlay />}
      path="/dashboard/overlays"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total }}
      count={t(q ? "found" : "count", { count: total })}
      empty={<NoOverlays />}
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

function NewOverlay() {
  const t = useTranslations("overlays");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/overlays/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoOverlays() {
  const t = useTranslations("overlays.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconAppWindow />} title={t("title")} description={t("text")}>
      <NewOverlay />
    </EmptyState>
  );
}
