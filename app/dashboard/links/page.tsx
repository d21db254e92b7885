import { EmptyState, Group, Stack, Text } from "@mantine/core";
import { IconLink, IconSearchOff, IconSettingsPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CreatedLink } from "@/components/links/created-link";
import { LinksPagination } from "@/components/links/links-pagination";
import { LinksTable } from "@/components/links/links-table";
import { LinksToolbar } from "@/components/links/links-toolbar";
import { linksHref, readLinksView } from "@/components/links/links-view";
import { NewLinkField } from "@/components/links/new-link-field";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/link";
import { requireActor } from "@/lib/auth/session";
import { createLinkAction, deleteLinkAction } from "./actions";
import { listedLinks } from "./listed-links";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("links"))("title") };
}

export default async function LinksPage({ searchParams }: PageProps<"/dashboard/links">) {
  const t = await getTranslations("links");
  const actor = await requireActor();
  const view = readLinksView(await searchParams);
  const { rows, total, page, pages, created } = await listedLinks(actor, view);
  const searched = view.q !== "";

  return (
    <Page title={t("title")} actions={<NewLinkWithOptions />}>
      <Stack gap="lg">
        <NewLinkField large create={createLinkAction} />
        {created && <CreatedLink link={created} />}
        {(total > 0 || searched) && <LinksToolbar q={view.q} order={view.order} />}
        {rows.length > 0 && <LinksTable rows={rows} now={new Date()} remove={deleteLinkAction} />}
        {total === 0 && (searched ? <NothingFound q={view.q} /> : <NoLinks />)}
        {total > 0 && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {t(searched ? "found" : "count", { count: total })}
            </Text>
            <LinksPagination view={{ ...view, page }} pages={pages} />
          </Group>
        )}
      </Stack>
    </Page>
  );
}

function NewLinkWithOptions() {
  const t = useTranslations("links");
  return (
    <ButtonLink href="/dashboard/links/new" variant="default" leftSection={<IconSettingsPlus size={18} />}>
      {t("newWithOptions")}
    </ButtonLink>
  );
}

function NoLinks() {
  const t = useTranslations("links.empty");
  return <EmptyState py={48} variant="light" icon={<IconLink />} title={t("title")} description={t("text")} />;
}

function NothingFound({ q }: { q: string }) {
  const t = useTranslations("links");
  return (
    <EmptyState py={48} icon={<IconSearchOff />} title={t("nothing.title")} description={t("nothing.text", { q })}>
      <ButtonLink href={linksHref({ q: "", order: "date" })} variant="default">
        {t("showAll")}
      </ButtonLink>
    </EmptyState>
  );
}
