import { useFormatter, useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import { ColorDot } from "@/components/ui/color-dot";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Line } from "@/components/ui/line";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import type { ConversionFigures } from "@/lib/clicks/statistics/conversion-figures";
import { moneyOf } from "@/lib/contract/money";
import type { ShownTag } from "./tag-list";

interface TagRow extends ShownTag {
  id: number;
  /** how many links have the tag */
  links: number;
  /** of all time, on these links */
  clicks: number;
  /** the conversions on these links, of all time */
  converted: Pick<ConversionFigures, "count" | "revenue">;
  createdAt: Date;
}

interface TagsTableProps {
  rows: TagRow[];
  now: Date;
  remove: DeleteAction;
}

export function TagsTable({ rows, now, remove }: TagsTableProps) {
  const t = useTranslations("tags");
  const format = useFormatter();
  const hasConversions = rows.some(({ converted }) => converted.count > 0);
  const conversions: Column<TagRow>[] = [
    { name: t("table.conversions"), kind: "number", width: "8rem", cell: ({ converted }) => converted.count },
    {
      name: t("table.revenue"),
      kind: "number",
      width: "9rem",
      cell: ({ converted }) =>
        format.list(converted.revenue.map(({ amount, currency }) => format.number(...moneyOf(amount, currency)))) ||
        null,
    },
  ];
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: ({ name, color }) => (
            <Line>
              <ColorDot color={color} />
              <RowLink href={`/dashboard/links?tag=${encodeURIComponent(name)}`}>{name}</RowLink>
            </Line>
          ),
        },
        { name: t("table.links"), kind: "number", width: "6rem", cell: ({ links }) => links },
        { name: t("table.clicks"), kind: "number", width: "7rem", cell: ({ clicks }) => clicks },
        ...(hasConversions ? conversions : []),
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={({ id, name, links }) => (
        <RowMenu
          name={name}
          edit={`/dashboard/tags/${id}/edit`}
          deletion={{
            title: t("deletion.title"),
            consequences: t.rich("deletion.text", { b, name, links }),
            act: remove.bind(null, id),
            done: { title: t("deletion.done"), message: name },
          }}
        />
      )}
    />
  );
}
