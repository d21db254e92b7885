import { Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { DeletedLinkMenu, type DeletedLinkRow, type RestoreLinkAction } from "@/components/links/link-deletion";
import { ShortUrl } from "@/components/links/link-identity";
import { nameOfLink } from "@/components/links/link-name";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { AddressLink, ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { requireActor } from "@/lib/auth/session";
import { readLinkCounts } from "@/lib/resources/links/counts";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { daysInTrash, listDeletedLinks, mostKept } from "@/lib/resources/links/trash/service";
import { eraseLinkAction, restoreLinkAction } from "../lifecycle-actions";

export const generateMetadata = pageTitle("links", "trash.title");

export default async function DeletedLinksPage({ searchParams }: PageProps<"/dashboard/links/deleted">) {
  const t = await getTranslations("links");
  const actor = await requireActor();
  const { page: requested } = listView.parse(await searchParams);
  const { rows, ...found } = await readPage(requested, (page) => listDeletedLinks(actor, page));
  return (
    <ListPage
      title={t("trash.title")}
      lead={t("trash.lead", { days: daysInTrash, most: mostKept })}
      actions={
        <ButtonLink href="/dashboard/links" variant="default">
          {t("showAll")}
        </ButtonLink>
      }
      path="/dashboard/links/deleted"
      {...found}
      count={t("count", { count: found.total })}
      empty={{ icon: <IconTrash />, title: t("trash.empty"), text: t("trash.emptyText") }}
    >
      <DeletedLinksTable
        rows={rows.map((link) => ({
          id: link.id,
          title: link.title,
          shortUrl: shortUrlOf(link),
          destination: link.destination,
          clicks: readLinkCounts(link).clicks,
          deletedAt: link.deletedAt,
        }))}
        now={new Date()}
        restore={restoreLinkAction}
        erase={eraseLinkAction}
      />
    </ListPage>
  );
}

interface DeletedLinksTableProps {
  rows: (DeletedLinkRow & { title: string; destination: string; deletedAt: Date })[];
  now: Date;
  restore: RestoreLinkAction;
  erase: DeleteAction;
}

function DeletedLinksTable({ rows, now, restore, erase }: DeletedLinksTableProps) {
  const t = useTranslations("links");
  return (
    <DataTable
      label={t("trash.title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.link"),
          kind: "title",
          width: "36%",
          cell: (row) => (
            <>
              <b>{nameOfLink(row)}</b>
              <Text size="sm" c="dimmed">
                <ShortUrl url={row.shortUrl} />
              </Text>
            </>
          ),
        },
        {
          name: t("table.destination"),
          cell: ({ destination }) => (
            <AddressLink url={destination} c="dimmed" underline="hover" truncate display="block" />
          ),
        },
        { name: t("table.clicks"), kind: "number", width: "6.5rem", cell: ({ clicks }) => clicks },
        { name: t("trash.deleted"), kind: "time", cell: ({ deletedAt }) => deletedAt },
      ]}
      actions={(row) => <DeletedLinkMenu link={row} restore={restore} erase={erase} />}
    />
  );
}
