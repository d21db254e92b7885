import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import type { QrType } from "@/generated/prisma/enums";
import classes from "./qr-codes-table.module.css";
import { useQrDeletion } from "./use-qr-deletion";

export interface QrCodeRow {
  id: number;
  name: string;
  type: QrType;
  picture: string;
  /** The content on one line. */
  holds: string;
  scans: number;
  createdAt: Date;
}

interface QrCodesTableProps {
  rows: QrCodeRow[];
  now: Date;
  remove: DeleteAction;
}

export function QrCodesTable({ rows, now, remove }: QrCodesTableProps) {
  const t = useTranslations("qr");
  const deletionOf = useQrDeletion(remove);
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: ({ id, name, picture, holds }) => (
            <span className={classes.code}>
              {/* biome-ignore lint/performance/noImgElement: a small vector image */}
              <img src={picture} alt="" width={48} height={48} loading="lazy" className={classes.picture} />
              <span className={classes.words}>
                <RowLink href={`/dashboard/qr-codes/${id}`}>{name}</RowLink>
                <span className={classes.holds}>{holds}</span>
              </span>
            </span>
          ),
        },
        { name: t("table.type"), width: "9rem", cell: ({ type }) => t(`types.${type}`) },
        { name: t("table.scans"), kind: "number", width: "6rem", cell: ({ scans }) => scans },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={(row) => (
        <RowMenu name={row.name} edit={`/dashboard/qr-codes/${row.id}/edit`} deletion={deletionOf(row)} />
      )}
    />
  );
}
