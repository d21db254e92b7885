import { IconId } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { BioTable } from "@/components/bio/bio-table";
import { ListPage } from "@/components/ui/list-page";
import { listView } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { limitText } from "../_lib/limit-lead";
import { deleteBioAction } from "./actions";
import { listedPages } from "./listed-pages";

export const generateMetadata = pageTitle("bio", "title");

export default async function BioPagesPage({ searchParams }: PageProps<"/dashboard/bio">) {
  const t = await getTranslations("bio");
  const actor = await requireActor();
  const view = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await listedPages(actor, view);
  const { q } = view;
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "bio")}
      path="/dashboard/bio"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/bio/new", label: t("new") }}
      empty={{ icon: <IconId />, title: t("empty.title"), text: t("empty.text") }}
    >
      <BioTable rows={rows} now={new Date()} remove={deleteBioAction} />
    </ListPage>
  );
}
