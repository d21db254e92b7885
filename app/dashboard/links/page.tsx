import { EmptyState, Group, Stack, Text } from "@mantine/core";
import { IconLink, IconSearchOff, IconSettingsPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
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

export const metadata: Metadata = { title: "Links" };

export default async function LinksPage({ searchParams }: PageProps<"/dashboard/links">) {
  const actor = await requireActor();
  const view = readLinksView(await searchParams);
  const { rows, total, page, pages, created } = await listedLinks(actor, view);
  const searched = view.q !== "";

  return (
    <Page title="Links" actions={<NewLinkWithOptions />}>
      <Stack gap="lg">
        <NewLinkField large create={createLinkAction} />
        {created && <CreatedLink link={created} />}
        {(total > 0 || searched) && <LinksToolbar q={view.q} order={view.order} />}
        {rows.length > 0 && <LinksTable rows={rows} now={new Date()} remove={deleteLinkAction} />}
        {total === 0 && (searched ? <NothingFound q={view.q} /> : <NoLinks />)}
        {total > 0 && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {total === 1 ? "1 link" : `${total.toLocaleString("en")} links`}
              {searched && " found"}
            </Text>
            <LinksPagination view={{ ...view, page }} pages={pages} />
          </Group>
        )}
      </Stack>
    </Page>
  );
}

function NewLinkWithOptions() {
  return (
    <ButtonLink href="/dashboard/links/new" variant="default" leftSection={<IconSettingsPlus size={18} />}>
      New link with options
    </ButtonLink>
  );
}

function NoLinks() {
  return (
    <EmptyState
      py={48}
      variant="light"
      icon={<IconLink />}
      title="No links yet"
      description="A short link leads to any address you choose, can be changed after it was published, and counts every visit. Paste a long URL above to make your first one."
    />
  );
}

function NothingFound({ q }: { q: string }) {
  return (
    <EmptyState
      py={48}
      icon={<IconSearchOff />}
      title="Nothing found"
      description={`No alias, destination or title contains “${q}”.`}
    >
      <ButtonLink href={linksHref({ q: "", order: "date" })} variant="default">
        Show all links
      </ButtonLink>
    </EmptyState>
  );
}
