import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntriesTable } from "@/components/ui/entries-table";
import type { CampaignRow } from "./campaign-row";
import { useCampaignDeletion } from "./use-campaign-deletion";

interface CampaignsTableProps {
  rows: CampaignRow[];
  now: Date;
  remove: DeleteAction;
}

export function CampaignsTable({ rows, now, remove }: CampaignsTableProps) {
  const t = useTranslations("campaigns");
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/campaigns"
      width="28%"
      columns={[
        {
          name: t("rotator"),
          cell: ({ rotator }) => (rotator ? <Address url={rotator} /> : "–"),
        },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => links },
        { name: t("table.clicks"), kind: "number", width: "9rem", cell: ({ clicks }) => clicks },
      ]}
      deletion={useCampaignDeletion(remove)}
    />
  );
}
