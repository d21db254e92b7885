import { Stack, Text } from "@mantine/core";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { CampaignAddresses } from "@/components/campaigns/campaign-addresses";
import { CampaignButtons } from "@/components/campaigns/campaign-buttons";
import { type MemberRow, MembersTable } from "@/components/campaigns/members-table";
import { ClicksFilter } from "@/components/clicks/clicks-filter";
import { ClicksOverview } from "@/components/clicks/clicks-overview";
import { readClicksView } from "@/components/clicks/clicks-view";
import { ConversionCard } from "@/components/clicks/conversion-card";
import { TopLists } from "@/components/clicks/top-lists";
import { Card } from "@/components/ui/card";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView, readPage } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { PickToAdd } from "@/components/ui/pick-to-add";
import type { Actor } from "@/lib/auth/actor";
import { dayIn } from "@/lib/clicks/statistics/calendar";
import { hoursOfWeek } from "@/lib/clicks/statistics/hours-of-week";
import { reportOf } from "@/lib/clicks/statistics/report";
import { stateOf } from "@/lib/contract/link-state";
import { placesIn } from "@/lib/contract/places";
import { listMembers, memberClicks } from "@/lib/resources/campaigns/members";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { countsOf } from "@/lib/resources/links/counts";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import { presentShare } from "@/lib/resources/shares/presenter";
import { shareOf } from "@/lib/resources/shares/service";
import { siteIcons } from "@/lib/resources/site-icons/service";
import { LateStatistics, orReason } from "../../_lib/late-statistics";
import { shownFigures } from "../../_lib/shown-figures";
import { zoneOf } from "../../_lib/zone-of";
import { shareCampaignAction, stopSharingCampaignAction } from "../../share-actions";
import { assignAction, deleteCampaignAction, unassignAction } from "../actions";
import { loadCampaign } from "./load-campaign";

export async function generateMetadata({ params }: PageProps<"/dashboard/campaigns/[id]">): Promise<Metadata> {
  return { title: (await loadCampaign((await params).id)).row.name };
}

export default async function CampaignPage({ params, searchParams }: PageProps<"/dashboard/campaigns/[id]">) {
  const t = await getTranslations("campaigns");
  const { actor, row: campaign } = await loadCampaign((await params).id);
  const { id, name } = campaign;
  const view = readClicksView(await searchParams, zoneOf(actor));
  const read = await orReason(
    Promise.all([
      membersOf(actor, id, listView.parse(await searchParams).page),
      reportOf("campaign", id, view, shownDetailOf(actor)),
      hoursOfWeek("campaign", id, view, shownDetailOf(actor)),
      memberClicks(actor, id),
      shareOf(actor, { subject: "campaign", id }),
      shownFigures({ of: "campaign", id }, view),
    ]),
  );
  if (typeof read === "string") return <LateStatistics title={name} view={view} reason={read} />;
  const [{ rows, total, page, pages, weights }, report, hours, ever, share, figures] = read;
  const { rotator, list } = presentCampaign(campaign, actor.username);
  const path = `/dashboard/campaigns/${id}`;

  return (
    <Page
      title={name}
      lead={t("links", { count: total })}
      actions={
        <CampaignButtons
          campaign={{ id, name, rotator, links: total }}
          remove={deleteCampaignAction}
          share={presentShare(share)}
          sharing={{ share: shareCampaignAction.bind(null, id), stop: stopSharingCampaignAction.bind(null, id) }}
        />
      }
    >
      <Stack gap="lg">
        <CampaignAddresses rotator={rotator} list={list} isPublic={campaign.public} />
        <ClicksFilter view={view} today={dayIn(view.zone, Date.now())} />
        <ClicksOverview view={view} report={report} clicked={{ name }} filter={false} />
        <Text size="sm" c="dimmed">
          {t("counted", { ever: ever.clicks, imported: ever.imported })}
        </Text>
        {figures && <ConversionCard figures={figures} clicks={report.clicks} />}
        <Card title={t("members.title")} lead={t(rotator ? "members.leadWeights" : "members.lead")}>
          <Stack>
            <PickToAdd
              label={t("members.add")}
              placeholder={t("members.add")}
              find="/dashboard/campaigns/find"
              add={assignAction.bind(null, id)}
            />
            {total > 0 && (
              <MembersTable
                rows={rows}
                weights={rotator ? weights : null}
                assign={assignAction.bind(null, id)}
                unassign={unassignAction.bind(null, id)}
              />
            )}
            <ListPagination path={path} parameters={{}} page={page} pages={pages} />
          </Stack>
        </Card>
        <TopLists view={view} report={report} hours={hours} places={placesIn(await getLocale())} />
      </Stack>
    </Page>
  );
}

/** A page of a campaign's links, as its table shows them. */
async function membersOf(actor: Actor, id: number, requested: number) {
  let weights = 0;
  const { rows, ...found } = await readPage(requested, async (page) => {
    const listed = await listMembers(actor, id, page);
    weights = listed.weights;
    return listed;
  });
  const iconOf = await siteIcons(actor, rows);
  return {
    ...found,
    weights,
    rows: rows.map(
      (link): MemberRow => ({
        id: link.id,
        title: link.title,
        shortUrl: shortUrlOf(link),
        destination: link.destination,
        icon: iconOf(link),
        state: stateOf(link),
        clicks: countsOf(link).clicks,
        imported: Number(link.importedClicks),
        weight: link.campaignWeight,
      }),
    ),
  };
}
