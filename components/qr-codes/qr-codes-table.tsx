import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { RowLink } from "@/components/ui/link";
import type { QrType } from "@/generated/prisma/enums";
import classes from "./qr-codes-table.module.css";
import { useQrDeletion } from "./use-qr-deletion";

export interface QrCodeRow extends Entry {
  type: QrType;
  picture: string;
  /** The content on one line. */
  holds: string;
  scans: number;
}

interface QrCodesTableProps {
  rows: QrCodeRow[];
  now: Date;
  remove: DeleteAction;
}

export function QrCodesTable({ rows, now, remove }: QrCodesTableProps) {
  const t = useTranslations("qr");
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/qr-codes"
      title={({ id, name, picture, holds }) => (
        <span className={classes.code}>
          {/* biome-ignore lint/performance/noImgElement: a small vector image */}
          <img src={picture} alt="" width={48} height={48} loading="lazy" className={classes.picture} />
          <span className={classes.words}>
            <RowLink href={`/dashboard/qr-codes/${id}`}>{name}</RowLink>
            <span className={classes.holds}>{holds}</span>
          </span>
        </span>
      )}
      columns={[
        { name: t("table.type"), width: "9rem", cell: ({ type }) => t(`types.${type}`) },
        { name: t("table.scans"), kind: "number", width: "6rem", cell: ({ scans }) => scans },
      ]}
      deletion={useQrDeletion(remove)}
    />
  );
}
