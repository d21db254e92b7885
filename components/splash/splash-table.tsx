import { useFormatter, useTranslations } from "next-intl";
import { useLinkNames } from "@/components/links/use-link-names";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowMenu } from "@/components/ui/row-menu";
import type { ActionResult } from "@/lib/action-result";
import type { Uses } from "@/lib/links/uses";
import type { SplashContent } from "@/lib/splash/schema";

interface SplashRow {
  id: number;
  name: string;
  content: SplashContent;
  /** that show it */
  links: Uses;
  createdAt: Date;
}

interface SplashTableProps {
  rows: SplashRow[];
  now: Date;
  remove: (id: number) => Promise<ActionResult<null>>;
}

export function SplashTable({ rows, now, remove }: SplashTableProps) {
  const t = useTranslations("splash");
  const format = useFormatter();
  const linkNames = useLinkNames();
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("table.name"),
          kind: "title",
          cell: ({ id, name }) => (
            <TextLink href={`/dashboard/splash/${id}/edit`} underline="hover" fw={600} truncate display="block">
              {name}
            </TextLink>
          ),
        },
        { name: t("table.heading"), cell: ({ content }) => content.title },
        {
          name: t("table.countdown"),
          width: "8rem",
          cell: ({ content: { countdown } }) =>
            countdown === undefined ? "–" : t("table.seconds", { seconds: countdown }),
        },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => format.number(links.count) },
        {
          name: t("table.created"),
          width: "9rem",
          cell: ({ createdAt }) => <RelativeTime date={createdAt} now={now} />,
        },
        {
          name: t("table.actions"),
          kind: "actions",
          cell: ({ id, name, links }) => (
            <RowMenu
              name={name}
              edit={`/dashboard/splash/${id}/edit`}
              deletion={{
                title: t("deletion.title"),
                consequences: t.rich("deletion.text", {
                  b: (words) => <b>{words}</b>,
                  name,
                  links: links.count,
                  names: linkNames(links),
                }),
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
