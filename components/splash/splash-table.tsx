import { useTranslations } from "next-intl";
import { useLinkNames } from "@/components/links/use-link-names";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import type { Uses } from "@/lib/resources/links/uses";
import type { SplashContent } from "@/lib/resources/splash-pages/schema";

interface SplashRow extends Entry {
  content: SplashContent;
  /** The links that use it. */
  links: Uses;
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
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/splash"
      noPage
      columns={[
        { name: t("table.heading"), cell: ({ content }) => content.title },
        {
          name: t("table.countdown"),
          width: "8rem",
          cell: ({ content: { countdown } }) =>
            countdown === undefined ? "–" : t("table.seconds", { seconds: countdown }),
        },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => links.count },
      ]}
      deletion={({ id, name, links }) => ({
        title: t("deletion.title"),
        consequences: t.rich("deletion.text", { b, name, links: links.count, names: linkNames(links) }),
        act: remove.bind(null, id),
        done: { title: t("deletion.done"), message: name },
      })}
    />
  );
}
