import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import { withoutScheme } from "@/lib/contract/without-scheme";
import { DomainBadge, type DomainState } from "./domain-badge";
import { useDomainDeletion } from "./use-domain-deletion";

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

export function DomainsTable({ rows, now, remove }: DomainsTableProps) {
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
