import { IconTemplate } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { b } from "@/components/ui/bold";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { EntriesTable, type Entry } from "@/components/ui/entries-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { requireActor } from "@/lib/auth/session";
import { type UtmValues, utmNames } from "@/lib/resources/utm-templates/fill";
import { listUtmTemplates } from "@/lib/resources/utm-templates/service";
import { deleteUtmTemplateAction } from "./actions";

export const generateMetadata = pageTitle("utm", "title");

export default async function UtmTemplatesPage({ searchParams }: PageProps<"/dashboard/utm-templates">) {
  const t = await getTranslations("utm");
  const actor = await requireActor();
  const { q, page: requested } = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await readPage(requested, (page) => listUtmTemplates(actor, page, q));
  return (
    <ListPage
      title={t("title")}
      path="/dashboard/utm-templates"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/utm-templates/new", label: t("new") }}
      empty={{ icon: <IconTemplate />, title: t("empty.title"), text: t("empty.text") }}
    >
      <UtmTemplatesTable rows={rows} now={new Date()} remove={deleteUtmTemplateAction} />
    </ListPage>
  );
}

type UtmTemplateRow = Entry & UtmValues;

interface UtmTemplatesTableProps {
  rows: UtmTemplateRow[];
  now: Date;
  remove: DeleteAction;
}

function UtmTemplatesTable({ rows, now, remove }: UtmTemplatesTableProps) {
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
