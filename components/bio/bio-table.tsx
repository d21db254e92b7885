import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import { useBioDeletion } from "./use-bio-deletion";

export interface BioRow {
  id: number;
  name: string;
  /** Its address. */
  link: string;
  blocks: number;
  /** Visits in the last 30 days. */
  visits: number;
  createdAt: Date;
}

interface BioTableProps {
  rows: BioRow[];
  now: Date;
  remove: DeleteAction;
}

export function BioTable({ rows, now, remove }: BioTableProps) {
  const t = useTranslations("bio");
  const deletionOf = useBioDeletion(remove);
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
          cell: ({ id, name }) => <RowLink href={`/dashboard/bio/${id}`}>{name}</RowLink>,
        },
        { name: t("table.address"), cell: ({ link }) => <Address url={link} /> },
        { name: t("table.blocks"), kind: "number", width: "5.5rem", cell: ({ blocks }) => blocks },
        { name: t("table.visits"), kind: "number", width: "9rem", cell: ({ visits }) => visits },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={(row) => <RowMenu name={row.name} edit={`/dashboard/bio/${row.id}/edit`} deletion={deletionOf(row)} />}
    />
  );
}
