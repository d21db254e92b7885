import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";

export interface OwnershipTransferRow {
  id: number;
  sent: boolean;
  /** The recipient's e-mail address or the sender's username. */
  other: string;
  everything: boolean;
  links: number;
  status: "open" | "accepted" | "refused" | "withdrawn" | "expired";
  createdAt: Date;
}

export function OwnershipTransfersTable({ rows, now }: { rows: OwnershipTransferRow[]; now: Date }) {
  const t = useTranslations("ownership-transfers");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.what"),
          kind: "title",
          width: "28%",
          cell: ({ id, everything, links }) => (
            <RowLink href={`/dashboard/settings/handovers/${id}`}>
              {everything ? t("everything") : t("links", { count: links })}
            </RowLink>
          ),
        },
        { name: t("table.who"), cell: ({ sent, other }) => t(sent ? "to" : "from", { other }) },
        {
          name: t("table.status"),
          width: "9rem",
          cell: ({ status }) => (
            <Badge tt="none" variant={status === "open" ? "light" : "outline"}>
              {t(`states.${status}`)}
            </Badge>
          ),
        },
        { name: t("table.offered"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
    />
  );
}
