import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import { ColorDot } from "@/components/ui/color-dot";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { Line } from "@/components/ui/line";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import type { ShownTag } from "./tag-list";

interface TagRow extends ShownTag {
  id: number;
  /** how many links have the tag */
  links: number;
  /** of all time, on these links */
  clicks: number;
  createdAt: Date;
}

interface TagsTableProps {
  rows: TagRow[];
  now: Date;
  remove: DeleteAction;
}

export function TagsTable({ rows, now, remove }: TagsTableProps) {
  const t = useTranslations("tags");
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
