import { useFormatter, useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowMenu } from "@/components/ui/row-menu";
import type { QrType } from "@/generated/prisma/enums";
import classes from "./qr-codes-table.module.css";
import { type DeleteQrAction, useQrDeletion } from "./use-qr-deletion";

export interface QrCodeRow {
  id: number;
  name: string;
  type: QrType;
  picture: string;
  /** what it holds, on one line */
  holds: string;
  scans: number;
  createdAt: Date;
}

interface QrCodesTableProps {
  rows: QrCodeRow[];
  now: Date;
  remove: DeleteQrAction;
}

export function QrCodesTable({ rows, now, remove }: QrCodesTableProps) {
  const t = useTranslations("qr");
  const format = useFormatter();
  const deletionOf = useQrDeletion(remove);
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: ({ id, name, picture, holds }) => (
            <span className={classes.code}>
              {/* biome-ignore lint/performance/noImgElement: a small vector of our own */}
              <img src={picture} alt="" width={48} height={48} loading="lazy" className={classes.picture} />
              <span className={classes.words}>
                <TextLink href={`/dashboard/qr-codes/${id}`} underline="hover" fw={600} truncate display="block">
                  {name}
                </TextLink>
                <span className={classes.holds}>{holds}</span>
              </span>
            </span>
          ),
        },
        { name: t("table.type"), width: "9rem", cell: ({ type }) => t(`types.${type}`) },
        { name: t("table.scans"), kind: "number", width: "6rem", cell: ({ scans }) => format.number(scans) },
        {
          name: t("table.created"),
          width: "9rem",
          cell: ({ createdAt }) => <RelativeTime date={createdAt} now={now} />,
        },
        {
          name: t("table.actions"),
          kind: "actions",
          cell: (row) => (
            <RowMenu name={row.name} edit={`/dashboard/qr-codes/${row.id}/edit`} deletion={deletionOf(row)} />
          ),
        },
      ]}
    />
  );
}
