import { EmptyState, Stack } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OverlayButtons } from "@/components/overlays/overlay-buttons";
import { OverlayFigures } from "@/components/overlays/overlay-figures";
import { listView } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { usesOf } from "@/lib/resources/links/uses";
import { isAsking } from "@/lib/resources/overlays/answer";
import { overlayCountsOf } from "@/lib/resources/overlays/counts";
import { hasFeature } from "@/lib/resources/plans/quota";
import { countText } from "../../_lib/count-text";
import { deleteOverlayAction } from "../actions";
import { Answers } from "./answers";
import { answersOf } from "./answers-of";
import { loadOverlay } from "./load-overlay";

export async function generateMetadata({ params }: PageProps<"/dashboard/overlays/[id]">): Promise<Metadata> {
  return { title: (await loadOverlay((await params).id)).row.name };
}

/** An overlay's results, and its answers if it has a form. */
export default async function OverlayPage({ params, searchParams }: PageProps<"/dashboard/overlays/[id]">) {
  const t = await getTranslations("overlays");
  const { actor, row: overlay } = await loadOverlay((await params).id);
  const { id, name, type } = overlay;
  const path = `/dashboard/overlays/${id}`;
  const hasAnswers = isAsking(type);
  const [answers, uses, counts] = await Promise.all([
    hasAnswers ? answersOf(actor, overlay, listView.parse(await searchParams).page) : null,
    usesOf("overlay", [id]),
    overlayCountsOf(actor, [id]),
  ]);
  const links = uses.get(id) ?? { count: 0, some: [] };
  const total = answers?.total ?? 0;
  const count = await countText(t("answers.count", { count: total }), answers?.atMost);
  return (
    <Page
      title={name}
      lead={hasAnswers ? count : t(`types.${type}`)}
      actions={<OverlayButtons overlay={{ id, name, links, answers: total }} remove={deleteOverlayAction} />}
    >
      <Stack gap="lg">
        <OverlayFigures counts={counts(id)} asks={hasAnswers} />
        {answers && total > 0 && (
          <Answers
            {...{ path, type, answers }}
            plan={hasFeature(actor, "export") ? null : actor.plan.name}
            now={new Date()}
          />
        )}
        {total === 0 && (hasAnswers || links.count === 0) && (
          <EmptyState
            py={48}
            variant="light"
            icon={<IconInbox />}
            title={t(hasAnswers ? "answers.empty" : "figures.unused")}
            description={t("answers.emptyText", { links: links.count })}
          />
        )}
      </Stack>
    </Page>
  );
}
