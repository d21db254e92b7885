import { Code } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowMenu } from "@/components/ui/row-menu";
import type { ActionResult } from "@/lib/action-result";
import { vendorOf } from "@/lib/pixels/vendors";

interface PixelRow {
  id: number;
  type: string;
  name: string;
  tag: string;
  /** links and bio pages that load it */
  uses: number;
  createdAt: Date;
}

interface PixelsTableProps {
  rows: PixelRow[];
  now: Date;
  remove: (id: number) => Promise<ActionResult<null>>;
}

export function PixelsTable({ rows, now, remove }: PixelsTableProps) {
  const t = useTranslations("pixels");
  const format = useFormatter();
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: ({ id, name }) => (
            <TextLink href={`/dashboard/pixels/${id}/edit`} underline="hover" fw={600} truncate display="block">
              {name}
            </TextLink>
          ),
        },
        { name: t("table.vendor"), width: "11rem", cell: ({ type }) => vendorOf(type)?.name ?? type },
        {
          name: t("table.tag"),
          cell: ({ tag }) => <Code style={{ overflowWrap: "anywhere" }}>{tag}</Code>,
        },
        { name: t("table.uses"), kind: "number", width: "6.5rem", cell: ({ uses }) => format.number(uses) },
        {
          name: t("table.created"),
          width: "9rem",
          cell: ({ createdAt }) => <RelativeTime date={createdAt} now={now} />,
        },
        {
          name: t("table.actions"),
          kind: "actions",
          cell: ({ id, name, uses }) => (
            <RowMenu
              name={name}
              edit={`/dashboard/pixels/${id}/edit`}
              deletion={{
                title: t("deletion.title"),
                consequences: t.rich("deletion.text", { b: (words) => <b>{words}</b>, name, uses }),
                remove: remove.bind(null, id),
                done: { title: t("deletion.done"), message: name },
              }}
            />
          ),
        },
      ]}
    />
  );
}
