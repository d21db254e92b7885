import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import type { CampaignRow } from "./campaign-row";
import { useCampaignDeletion } from "./use-campaign-deletion";

interface CampaignsTableProps {
  rows: CampaignRow[];
  now: Date;
  remove: DeleteAction;
}

export function CampaignsTable({ rows, now, remove }: CampaignsTableProps) {
  const t = useTranslations("campaigns");
  const deletionOf = useCampaignDeletion(remove);
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          width: "28%",
          cell: ({ id, name }) => <RowLink href={`/dashboard/campaigns/${id}`}>{name}</RowLink>,
        },
        {
          name: t("rotator"),
          cell: ({ rotator }) => (rotator ? <Address url={rotator} /> : "–"),
        },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => links },
        { name: t("table.clicks"), kind: "number", width: "9rem", cell: ({ clicks }) => clicks },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={(row) => (
        <RowMenu name={row.name} edit={`/dashboard/campaigns/${row.id}/edit`} deletion={deletionOf(row)} />
      )}
    />
  );
}
