import { useTranslations } from "next-intl";
import { Address } from "@/components/ui/address";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { useBioDeletion } from "./use-bio-deletion";

export interface BioRow extends Entry {
  /** Its address. */
  link: string;
  blocks: number;
  /** Visits in the last 30 days. */
  visits: number;
}

interface BioTableProps {
  rows: BioRow[];
  now: Date;
  remove: DeleteAction;
}

export function BioTable({ rows, now, remove }: BioTableProps) {
  const t = useTranslations("bio");
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/bio"
      width="28%"
      columns={[
        { name: t("table.address"), cell: ({ link }) => <Address url={link} /> },
        { name: t("table.blocks"), kind: "number", width: "6.5rem", cell: ({ blocks }) => blocks },
        { name: t("table.visits"), kind: "number", width: "9rem", cell: ({ visits }) => visits },
      ]}
      deletion={useBioDeletion(remove)}
    />
  );
}
