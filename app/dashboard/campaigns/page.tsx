import { IconFlag } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { CampaignsTable } from "@/components/campaigns/campaigns-table";
import { ListPage } from "@/components/ui/list-page";
import { listView } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { limitText } from "../_lib/limit-lead";
import { deleteCampaignAction } from "./actions";
import { listedCampaigns } from "./listed-campaigns";

export const generateMetadata = pageTitle("campaigns", "title");

export default async function CampaignsPage({ searchParams }: PageProps<"/dashboard/campaigns">) {
  const t = await getTranslations("campaigns");
  const actor = await requireActor();
  const view = listView.parse(await searchParams);
  const { rows, total, atMost, page, pages } = await listedCampaigns(actor, view);
  const { q } = view;
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "campaigns")}
      path="/dashboard/campaigns"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total, atMost }}
      count={t(q ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/campaigns/new", label: t("new") }}
      empty={{ icon: <IconFlag />, title: t("empty.title"), text: t("empty.text") }}
    >
      <CampaignsTable rows={rows} now={new Date()} remove={deleteCampaignAction} />
    </ListPage>
  );
}
