import { IconWorldWww } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { DomainsTable } from "@/components/domains/domains-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { listDomains } from "@/lib/resources/domains/service";
import { limitText } from "../_lib/limit-lead";
import { deleteDomainAction } from "./actions";

export const generateMetadata = pageTitle("domains", "title");

export default async function DomainsPage({ searchParams }: PageProps<"/dashboard/domains">) {
  const t = await getTranslations("domains");
  const actor = await requireActor();
  const { rows, total, atMost, page, pages } = await readPage(listView.parse(await searchParams).page, (page) =>
    listDomains(actor, page),
  );
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "domains")}
      path="/dashboard/domains"
      {...{ page, pages, total, atMost }}
      count={t("count", { count: total })}
      create={{ href: "/dashboard/domains/new", label: t("new") }}
      empty={{ icon: <IconWorldWww />, title: t("empty.title"), text: t("empty.text") }}
    >
      <DomainsTable rows={rows} now={new Date()} remove={deleteDomainAction} />
    </ListPage>
  );
}
