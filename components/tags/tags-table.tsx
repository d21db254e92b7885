import { useFormatter, useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import { ColorDot } from "@/components/ui/color-dot";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import type { Column } from "@/components/ui/data-table";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { Line } from "@/components/ui/line";
import { RowLink } from "@/components/ui/link";
import type { ConversionFigures } from "@/lib/clicks/statistics/conversion-figures";
import { moneyOf } from "@/lib/contract/money";
import type { ShownTag } from "./tag-list";

interface TagRow extends Entry, ShownTag {
  /** how many links have the tag */
  links: number;
  /** of all time, on these links */
  clicks: number;
  /** the conversions on these links, of all time */
  converted: Pick<ConversionFigures, "count" | "revenue">;
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
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/tags"
      title={({ name, color }) => (
        <Line>
          <ColorDot color={color} />
          <RowLink href={`/dashboard/links?tag=${encodeURIComponent(name)}`}>{name}</RowLink>
        </Line>
      )}
      columns={[
        { name: t("table.links"), kind: "number", width: "6rem", cell: ({ links }) => links },
        { name: t("table.clicks"), kind: "number", width: "7rem", cell: ({ clicks }) => clicks },
        ...(hasConversions ? conversions : []),
      ]}
      deletion={({ id, name, links }) => ({
        title: t("deletion.title"),
        consequences: t.rich("deletion.text", { b, name, links }),
        act: remove.bind(null, id),
        done: { title: t("deletion.done"), message: name },
      })}
    />
  );
}
