import { IconTrash } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { DeletedLinksTable } from "@/components/links/deleted-links-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { countsOf } from "@/lib/resources/links/counts";
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
          clicks: countsOf(link).clicks,
          deletedAt: link.deletedAt,
        }))}
        now={new Date()}
        restore={restoreLinkAction}
        erase={eraseLinkAction}
      />
    </ListPage>
  );
}
