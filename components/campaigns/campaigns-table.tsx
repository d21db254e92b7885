import { useFormatter, useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowMenu } from "@/components/ui/row-menu";
import { type DeleteCampaignAction, useCampaignDeletion } from "./use-campaign-deletion";

export interface CampaignRow {
  id: number;
  name: string;
  /** its address, or that there is none */
  rotator: string | false;
  links: number;
  /** of the last 30 days */
  clicks: number;
  createdAt: Date;
}

interface CampaignsTableProps {
  rows: CampaignRow[];
  now: Date;
  remove: DeleteCampaignAction;
}

export function CampaignsTable({ rows, now, remove }: CampaignsTableProps) {
  const t = useTranslations("campaigns");
  const format = useFormatter();
  const deletionOf = useCampaignDeletion(remove);
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          width: "28%",
          cell: ({ id, name }) => (
            <TextLink href={`/dashboard/campaigns/${id}`} underline="hover" fw={600} truncate display="block">
              {name}
            </TextLink>
          ),
        },
        {
          name: t("rotator"),
          cell: ({ rotator }) => (rotator ? <Address url={rotator} /> : "–"),
        },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => format.number(links) },
        { name: t("table.clicks"), kind: "number", width: "9rem", cell: ({ clicks }) => format.number(clicks) },
        {
          name: t("table.created"),
          width: "9rem",
          cell: ({ createdAt }) => <RelativeTime date={createdAt} now={now} />,
        },
        {
          name: t("table.actions"),
          kind: "actions",
          cell: (row) => (
            <RowMenu name={row.name} edit={`/dashboard/campaigns/${row.id}/edit`} deletion={deletionOf(row)} />
          ),
        },
      ]}
    />
  );
}
