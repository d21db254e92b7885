import { IconFlag } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { type CampaignRow, useCampaignDeletion } from "@/components/deletions/use-deletion";
import { Address } from "@/components/ui/address";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { EntriesTable } from "@/components/ui/entries-table";
import { ListPage } from "@/components/ui/list-page";
import { listView, readPage } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { clicksOverTime } from "@/lib/clicks/statistics/stats";
import { lastDays } from "@/lib/clicks/store/period";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { listCampaigns, memberCounts } from "@/lib/resources/campaigns/service";
import { limitText } from "../_lib/count-texts";
import { deleteCampaignAction } from "./actions";

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
      note={await limitText(actor, "campaigns")}
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

/** The campaigns of a list view. */
async function listedCampaigns(actor: Actor, { q, page }: { q: string; page: number }) {
  const found = await readPage(page, (page) => listCampaigns(actor, page, q));
  const links = await memberCounts(found.rows.map(({ id }) => id));
  const rows = found.rows.map(
    async (campaign): Promise<CampaignRow> => ({
      ...presentCampaign(campaign, actor.username),
      links: links.get(campaign.id) ?? 0,
      clicks: (await clicksOverTime("campaign", campaign.id, lastDays(30))).reduce((sum, day) => sum + day.clicks, 0),
      createdAt: campaign.createdAt,
    }),
  );
  return { ...found, rows: await Promise.all(rows) };
}

interface CampaignsTableProps {
  rows: CampaignRow[];
  now: Date;
  remove: DeleteAction;
}

function CampaignsTable({ rows, now, remove }: CampaignsTableProps) {
  const t = useTranslations("campaigns");
  return (
    <EntriesTable
      label={t("title")}
      heads={{ name: t("table.name"), created: t("table.created") }}
      {...{ now, rows }}
      path="/dashboard/campaigns"
      width="28%"
      columns={[
        {
          name: t("rotator"),
          cell: ({ rotator }) => (rotator ? <Address url={rotator} /> : "–"),
        },
        { name: t("table.links"), kind: "number", width: "5.5rem", cell: ({ links }) => links },
        { name: t("table.clicks"), kind: "number", width: "9rem", cell: ({ clicks }) => clicks },
      ]}
      deletion={useCampaignDeletion(remove)}
    />
  );
}
