import { Code } from "@mantine/core";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { vendorOf } from "@/lib/resources/pixels/vendors";

interface PixelRow extends Entry {
  type: string;
  tag: string;
  /** The number of links and bio pages that load it. */
  uses: number;
}

interface PixelsTableProps {
  rows: PixelRow[];
  now: Date;
  remove: DeleteAction;
}

export function PixelsTable({ rows, now, remove }: PixelsTableProps) {
  const t = useTranslations("pixels");
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/pixels"
      noPage
      columns={[
        { name: t("table.vendor"), width: "11rem", cell: ({ type }) => vendorOf(type)?.name ?? type },
        {
          name: t("table.tag"),
          cell: ({ tag }) => <Code style={{ overflowWrap: "anywhere" }}>{tag}</Code>,
        },
        { name: t("table.uses"), kind: "number", width: "6.5rem", cell: ({ uses }) => uses },
      ]}
      deletion={({ id, name, uses }) => ({
        title: t("deletion.title"),
        consequences: t.rich("deletion.text", { b, name, uses }),
        act: remove.bind(null, id),
        done: { title: t("deletion.done"), message: name },
      })}
    />
  );
}
