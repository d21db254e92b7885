import { useTranslations } from "next-intl";
import { useLinkNames } from "@/components/links/use-link-names";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { DataTable } from "@/components/ui/data-table";
import { RowLink } from "@/components/ui/link";
import { RowMenu } from "@/components/ui/row-menu";
import type { Uses } from "@/lib/resources/links/uses";
import type { SplashContent } from "@/lib/resources/splash-pages/schema";

interface SplashRow {
  id: number;
  name: string;
  content: SplashContent;
  /** The links that use it. */
  links: Uses;
  createdAt: Date;
}

interface SplashTableProps {
  rows: SplashRow[];
  now: Date;
  remove: DeleteAction;
}

export function SplashTable({ rows, now, remove }: SplashTableProps) {
  const t = useTranslations("splash");
  const linkNames = useLinkNames();
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: ({ id, name }) => <RowLink href={`/dashboard/splash/${id}/edit`}>{name}</RowLink>,
        },
        { name: t("table.heading"), cell: ({ content }) => content.title },
        {
          name: t("table.countdown"),
          width: "8rem",
          cell: ({ content: { countdown } }) =>
            countdown === undefined ? "–" : t("table.seconds", { seconds: countdown }),
        },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => links.count },
        { name: t("table.created"), kind: "time", cell: ({ createdAt }) => createdAt },
      ]}
      actions={({ id, name, links }) => (
        <RowMenu
          name={name}
          edit={`/dashboard/splash/${id}/edit`}
          deletion={{
            title: t("deletion.title"),
            consequences: t.rich("deletion.text", {
              b,
              name,
              links: links.count,
              names: linkNames(links),
            }),
            act: remove.bind(null, id),
            done: { title: t("deletion.done"), message: name },
          }}
        />
      )}
    />
  );
}
