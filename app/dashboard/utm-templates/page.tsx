import { IconTemplate } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { UtmTemplatesTable } from "@/components/utm-templates/utm-templates-table";
import { requireActor } from "@/lib/auth/session";
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
