import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import { type UtmValues, utmNames } from "@/lib/resources/utm-templates/fill";

interface UtmTemplateRow extends UtmValues {
  id: number;
  name: string;
  createdAt: Date;
}

interface UtmTemplatesTableProps {
  rows: UtmTemplateRow[];
  now: Date;
  remove: DeleteAction;
}

export function UtmTemplatesTable({ rows, now, remove }: UtmTemplatesTableProps) {
  const t = useTranslations("utm");
  const summary = (row: UtmTemplateRow) =>
    utmNames.flatMap((name) => (row[name] ? [`${t(`names.${name}`)}: ${row[name]}`] : [])).join(" · ");
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          width: "30%",
          cell: ({ id, name }) => <RowLink href={`/dashboard/utm-templates/${id}/edit`}>{name}</RowLink>,
        },
        { name: t("table.parameters"), cell: summary },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={({ id, name }) => (
        <RowMenu
          name={name}
          edit={`/dashboard/utm-templates/${id}/edit`}
          deletion={{
            title: t("deletion.title"),
            consequences: t.rich("deletion.text", { b, name }),
            act: remove.bind(null, id),
            done: { title: t("deletion.done"), message: name },
          }}
        />
      )}
    />
  );
}
