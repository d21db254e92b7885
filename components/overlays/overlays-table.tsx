import { useFormatter, useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntriesTable } from "@/components/ui/entries-table";
import type { OverlayType } from "@/lib/resources/overlays/content";
import { rateOf } from "./rate-of";
import { type DeletedOverlay, useOverlayDeletion } from "./use-overlay-deletion";

interface OverlayRow extends DeletedOverlay {
  type: OverlayType;
  /** Whether visitors answer it. */
  asks: boolean;
  impressions: number;
  responses: number;
  createdAt: Date;
}

interface OverlaysTableProps {
  rows: OverlayRow[];
  now: Date;
  remove: DeleteAction;
}

export function OverlaysTable({ rows, now, remove }: OverlaysTableProps) {
  const t = useTranslations("overlays");
  const format = useFormatter();
  const percent = (rate: number | null) =>
    rate === null ? "–" : format.number(rate, { style: "percent", maximumFractionDigits: 1 });
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/overlays"
      columns={[
        { name: t("table.type"), width: "10rem", cell: ({ type }) => t(`types.${type}`) },
        {
          name: t("table.answers"),
          kind: "number",
          width: "7rem",
          cell: ({ asks, answers }) => (asks ? answers : "–"),
        },
        { name: t("table.impressions"), kind: "number", width: "8rem", cell: ({ impressions }) => impressions },
        { name: t("table.rate"), kind: "number", width: "6rem", cell: (row) => percent(rateOf(row)) },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => links.count },
      ]}
      deletion={useOverlayDeletion(remove)}
    />
  );
}
