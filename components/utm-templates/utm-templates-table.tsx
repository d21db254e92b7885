import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { type UtmValues, utmNames } from "@/lib/resources/utm-templates/fill";

type UtmTemplateRow = Entry & UtmValues;

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
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/utm-templates"
      noPage
      width="30%"
      columns={[{ name: t("table.parameters"), cell: summary }]}
      deletion={({ id, name }) => ({
        title: t("deletion.title"),
        consequences: t.rich("deletion.text", { b, name }),
        act: remove.bind(null, id),
        done: { title: t("deletion.done"), message: name },
      })}
    />
  );
}
