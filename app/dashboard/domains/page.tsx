import { IconWorldWww } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useDomainDeletion } from "@/components/deletions/use-deletion";
import { DomainBadge, type DomainState } from "@/components/domains/domain-badge";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { RowMenu } from "@/components/ui/row-menu";
import { requireActor } from "@/lib/auth/session";
import { withoutScheme } from "@/lib/contract/readable-url";
import { listDomains } from "@/lib/resources/domains/service";
import { limitText } from "../_lib/count-texts";
import { deleteDomainAction } from "./actions";

export const generateMetadata = pageTitle("domains", "title");

export default async function DomainsPage({ searchParams }: PageProps<"/dashboard/domains">) {
  const t = await getTranslations("domains");
  const actor = await requireActor();
  const { rows, total, atMost, page, pages } = await readPage(listView.parse(await searchParams).page, (page) =>
    listDomains(actor, page),
  );
  return (
    <ListPage
      title={t("title")}
      note={await limitText(actor, "domains")}
      path="/dashboard/domains"
      {...{ page, pages, total, atMost }}
      count={t("count", { count: total })}
      create={{ href: "/dashboard/domains/new", label: t("new") }}
      empty={{ icon: <IconWorldWww />, title: t("empty.title"), text: t("empty.text") }}
    >
      <DomainsTable rows={rows} now={new Date()} remove={deleteDomainAction} />
    </ListPage>
  );
}

interface DomainRow extends DomainState {
  id: number;
  host: string;
  rootBioPageId: number | null;
  redirectRoot: string | null;
  redirect404: string | null;
  createdAt: Date;
}

interface DomainsTableProps {
  rows: DomainRow[];
  now: Date;
  remove: DeleteAction;
}

function DomainsTable({ rows, now, remove }: DomainsTableProps) {
  const t = useTranslations("domains");
  const deletionOf = useDomainDeletion(remove);
  const destination = (url: string | null) => (url ? withoutScheme(url) : "–");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.domain"),
          kind: "title",
          cell: ({ id, host }) => <RowLink href={`/dashboard/domains/${id}`}>{host}</RowLink>,
        },
        {
          name: t("table.status"),
          width: "9.5rem",
          cell: (domain) => <DomainBadge domain={domain} />,
        },
        {
          name: t("redirects.root"),
          cell: ({ rootBioPageId, redirectRoot }) => (rootBioPageId ? t("table.bio") : destination(redirectRoot)),
        },
        { name: t("redirects.missing"), cell: ({ redirect404 }) => destination(redirect404) },
        { name: t("table.added"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={(row) => (
        <RowMenu name={row.host} edit={`/dashboard/domains/${row.id}/edit`} deletion={deletionOf(row)} />
      )}
    />
  );
}
