import { EmptyState } from "@mantine/core";
import { IconFlag, IconPlus } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CampaignsTable } from "@/components/campaigns/campaigns-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { listView } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { requireActor } from "@/lib/auth/session";
import { limitText } from "../_lib/limit-lead";
import { deleteCampaignAction } from "./actions";
import { listedCampaigns } from "./listed-campaigns";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("campaigns"))("title") };
}

export default async function CampaignsPage({ searchParams }: PageProps<"/dashboard/campaigns">) {
  const t = await getTranslations("campaigns");
  const actor = await requireActor();
  const view = listView.parse(await searchParams);
  const { rows, total, page, pages } = await listedCampaigns(actor, view);
  const { q } = view;
  return (
    <ListPage
      title={t("title")}
      lead={await limitText(actor, "campaigns")}
      actions={total > 0 && <NewCampaign />}
      path="/dashboard/campaigns"
      search={{ q, label: t("search"), placeholder: t("search") }}
      {...{ page, pages, total }}
      count={t(q ? "found" : "count", { count: total })}
      empty={<NoCampaigns />}
    >
      <CampaignsTable rows={rows} now={new Date()} remove={deleteCampaignAction} />
    </ListPage>
  );
}

function NewCampaign() {
  const t = useTranslations("campaigns");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/campaigns/new" leftSection={<IconPlus size={18} />}>
        {t("new")}
      </ButtonLink>
    </MayWrite>
  );
}

function NoCampaigns() {
  const t = useTranslations("campaigns.empty");
  return (
    <EmptyState py={48} variant="light" icon={<IconFlag />} title={t("title")} description={t("text")}>
      <NewCampaign />
    </EmptyState>
  );
}
