import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { Metadata } from "next";
import { useFormatter, useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import classes from "@/components/campaigns/campaign-addresses.module.css";
import { WeightInput } from "@/components/campaigns/weight-input";
import { ClicksFilter } from "@/components/clicks/clicks-filter";
import { ClicksOverview } from "@/components/clicks/clicks-overview";
import { readClicksView } from "@/components/clicks/clicks-view";
import { ConversionCard } from "@/components/clicks/conversion-card";
import { TopLists } from "@/components/clicks/top-lists";
import { type DeletedCampaign, useCampaignDeletion } from "@/components/deletions/use-deletion";
import { ClickCount } from "@/components/links/click-figures";
import { type KnownLink, LinkIdentity } from "@/components/links/link-identity";
import { ShareButton } from "@/components/shares/share-button";
import type { ShareActions } from "@/components/shares/share-dialog";
import { Address } from "@/components/ui/address";
import { Card } from "@/components/ui/card";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { ListPagination } from "@/components/ui/list-pagination";
import { listView, readPage } from "@/components/ui/list-view";
import { Page } from "@/components/ui/page";
import { PickToAdd } from "@/components/ui/pick-to-add";
import { RemoveButton } from "@/components/ui/remove-button";
import type { Actor } from "@/lib/auth/actor";
import { dayIn } from "@/lib/clicks/statistics/calendar";
import { hoursOfWeek } from "@/lib/clicks/statistics/hours-of-week";
import { buildReport } from "@/lib/clicks/statistics/report";
import type { ActionResult } from "@/lib/contract/action-result";
import { stateOf } from "@/lib/contract/link-state";
import { placesIn } from "@/lib/contract/places";
import { withoutScheme } from "@/lib/contract/readable-url";
import { presentCampaign } from "@/lib/resources/campaigns/presenter";
import { listMembers, memberClicks } from "@/lib/resources/campaigns/service";
import { readLinkCounts } from "@/lib/resources/links/counts";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import type { ShareItem } from "@/lib/resources/shares/schema";
import { findShare, presentShare } from "@/lib/resources/shares/service";
import { siteIcons } from "@/lib/resources/site-icons/service";
import { LateStatistics, orReason } from "../../_lib/late-statistics";
import { loadCampaign } from "../../_lib/owned-row-loader";
import { shownFigures, timesOf } from "../../_lib/shown-figures";
import { shareCampaignAction, stopSharingCampaignAction } from "../../share-actions";
import { assignAction, deleteCampaignAction, unassignAction } from "../actions";

export async function generateMetadata({ params }: PageProps<"/dashboard/campaigns/[id]">): Promise<Metadata> {
  return { title: (await loadCampaign((await params).id)).row.name };
}

export default async function CampaignPage({ params, searchParams }: PageProps<"/dashboard/campaigns/[id]">) {
  const t = await getTranslations("campaigns");
  const { actor, row: campaign } = await loadCampaign((await params).id);
  const { id, name } = campaign;
  const view = readClicksView(await searchParams, timesOf(actor, campaign));
  const read = await orReason(
    Promise.all([
      membersOf(actor, id, listView.parse(await searchParams).page),
      buildReport("campaign", id, view, shownDetailOf(actor)),
      hoursOfWeek("campaign", id, view, shownDetailOf(actor)),
      memberClicks(actor, id),
      findShare(actor, { subject: "campaign", id }),
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
      note={t("links", { count: total })}
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
        clicks: readLinkCounts(link).clicks,
        imported: Number(link.importedClicks),
        weight: link.campaignWeight,
      }),
    ),
  };
}

interface CampaignAddressesProps {
  rotator: string | false;
  list: string;
  isPublic: boolean;
}

/** The public addresses of a campaign: its rotator and its list of links. */
function CampaignAddresses({ rotator, list, isPublic }: CampaignAddressesProps) {
  const t = useTranslations("campaigns");
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Place title={t("rotator")} about={t(rotator ? "rotatorAbout" : "rotatorNone")} url={rotator} />
      <Place title={t("list")} about={t(isPublic ? "listPublic" : "listPrivate")} url={list} />
    </SimpleGrid>
  );
}

function Place({ title, about, url }: { title: string; about: string; url: string | false }) {
  return (
    <Paper component="section" className={classes.card}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {url && <Address url={url} />}
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </Paper>
  );
}

interface CampaignButtonsProps {
  campaign: DeletedCampaign;
  remove: DeleteAction;
  share: ShareItem;
  sharing: ShareActions;
}

function CampaignButtons({ campaign, remove, share, sharing }: CampaignButtonsProps) {
  const deletion = useCampaignDeletion(remove)(campaign);
  return (
    <EntryButtons edit={`/dashboard/campaigns/${campaign.id}/edit`} deletion={deletion} list="/dashboard/campaigns">
      <ShareButton share={share} actions={sharing} />
    </EntryButtons>
  );
}

interface MemberRow extends KnownLink {
  clicks: number;
  /** imported clicks, included in the total */
  imported: number;
  weight: number;
}

interface MembersTableProps {
  rows: MemberRow[];
  /** sum of all weights; null if the campaign has no rotator */
  weights: number | null;
  assign: (linkId: number, weight?: unknown) => Promise<ActionResult<null>>;
  unassign: (linkId: number) => Promise<ActionResult<null>>;
}

/** The links of a campaign, with their weights in the rotator. */
function MembersTable({ rows, weights, assign, unassign }: MembersTableProps) {
  const t = useTranslations("campaigns.members");
  const format = useFormatter();
  const weight = {
    name: t("weight"),
    width: "11rem",
    cell: (row: MemberRow) => (
      <WeightInput
        label={t("weightOf", { name: withoutScheme(row.shortUrl) })}
        weight={row.weight}
        share={format.number(row.weight / (weights || 1), { style: "percent" })}
        save={assign.bind(null, row.id)}
      />
    ),
  };
  return (
    <DataTable
      label={t("title")}
      rows={rows}
      columns={[
        {
          name: t("link"),
          kind: "title",
          cell: (row) => <LinkIdentity link={row} />,
        },
        { name: t("clicks"), kind: "number", width: "7rem", cell: (row) => <ClickCount {...row} /> },
        ...(weights === null ? [] : [weight]),
      ]}
      actions={({ id, shortUrl }) => {
        const name = withoutScheme(shortUrl);
        return (
          <RemoveButton
            label={t("remove", { name })}
            remove={unassign.bind(null, id)}
            putBack={assign.bind(null, id)}
            done={t("removed", { name })}
          />
        );
      }}
    />
  );
}
