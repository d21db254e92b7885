import { EmptyState, Group, Stack, Text } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { TopList } from "@/components/clicks/top-list";
import { AnswersTable } from "@/components/overlays/answers-table";
import { OverlayButtons } from "@/components/overlays/overlay-buttons";
import { Page } from "@/components/shell/page";
import { DownloadLink } from "@/components/ui/download-link";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView } from "@/components/ui/list-view";
import { usesOf } from "@/lib/resources/links/uses";
import { answerFields, isAsking } from "@/lib/resources/overlays/answer";
import { hasFeature } from "@/lib/resources/plans/quota";
import { deleteOverlayAction } from "../actions";
import { answersOf } from "./answers-of";
import { ownOverlay } from "./own-overlay";

export async function generateMetadata({ params }: PageProps<"/dashboard/overlays/[id]">): Promise<Metadata> {
  return { title: (await ownOverlay((await params).id)).row.name };
}

/** What visitors answered to an overlay that asks; the others have no more than their editor. */
export default async function OverlayPage({ params, searchParams }: PageProps<"/dashboard/overlays/[id]">) {
  const t = await getTranslations("overlays.answers");
  const { actor, row: overlay } = await ownOverlay((await params).id);
  const { id, name, type } = overlay;
  const path = `/dashboard/overlays/${id}`;
  if (!isAsking(type)) redirect(`${path}/edit`);
  const [{ rows, total, page, pages, votes }, uses] = await Promise.all([
    answersOf(actor, overlay, listView.parse(await searchParams).page),
    usesOf("overlay", [id]),
  ]);
  const links = uses.get(id) ?? { count: 0, some: [] };
  return (
    <Page
      title={name}
      lead={t("count", { count: total })}
      actions={<OverlayButtons overlay={{ id, name, links, answers: total }} remove={deleteOverlayAction} />}
    >
      <Stack gap="lg">
        {votes && <TopList title={t("votes")} entries={votes} total={total} nameOf={(option) => option} />}
        {total > 0 ? (
          <>
            <AnswersTable fields={answerFields(type)} rows={rows} now={new Date()} />
            <Group justify="space-between">
              {hasFeature(actor, "export") ? (
                <DownloadLink href={`${path}/answers`}>{t("download")}</DownloadLink>
              ) : (
                <Text size="sm" c="dimmed">
                  {t("noExport", { plan: actor.plan.name })}
                </Text>
              )}
              <ListPagination path={path} parameters={{}} page={page} pages={pages} />
            </Group>
          </>
        ) : (
          <EmptyState
            py={48}
            variant="light"
            icon={<IconInbox />}
            title={t("empty")}
            description={t("emptyText", { links: links.count })}
          />
        )}
      </Stack>
    </Page>
  );
}
