import { Code } from "@mantine/core";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import { vendorOf } from "@/lib/resources/pixels/vendors";

interface PixelRow {
  id: number;
  type: string;
  name: string;
  tag: string;
  /** The number of links and bio pages that load it. */
  uses: number;
  createdAt: Date;
}

interface PixelsTableProps {
  rows: PixelRow[];
  now: Date;
  remove: DeleteAction;
}

export function PixelsTable({ rows, now, remove }: PixelsTableProps) {
  const t = useTranslations("pixels");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: ({ id, name }) => <RowLink href={`/dashboard/pixels/${id}/edit`}>{name}</RowLink>,
        },
        { name: t("table.vendor"), width: "11rem", cell: ({ type }) => vendorOf(type)?.name ?? type },
        {
          name: t("table.tag"),
          cell: ({ tag }) => <Code style={{ overflowWrap: "anywhere" }}>{tag}</Code>,
        },
        { name: t("table.uses"), kind: "number", width: "6.5rem", cell: ({ uses }) => uses },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={({ id, name, uses }) => (
        <RowMenu
          name={name}
          edit={`/dashboard/pixels/${id}/edit`}
          deletion={{
            title: t("deletion.title"),
            consequences: t.rich("deletion.text", { b, name, uses }),
            act: remove.bind(null, id),
            done: { title: t("deletion.done"), message: name },
          }}
        />
      )}
    />
  );
}
