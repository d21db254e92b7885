import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { emptyBlock, summaryOf } from "@/components/bio/bio-form";
import { ClicksFilter } from "@/components/clicks/clicks-filter";
import { ClicksOverview } from "@/components/clicks/clicks-overview";
import { readClicksView } from "@/components/clicks/clicks-view";
import { TopList } from "@/components/clicks/top-list";
import { TopLists } from "@/components/clicks/top-lists";
import { useBioDeletion } from "@/components/deletions/use-deletion";
import { Address } from "@/components/ui/address";
import { BlockedAlert } from "@/components/ui/blocked-alert";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { Page } from "@/components/ui/page";
import type { BioPage } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { dayIn } from "@/lib/clicks/statistics/calendar";
import { hoursOfWeek } from "@/lib/clicks/statistics/hours-of-week";
import { buildReport, type ReportQuery } from "@/lib/clicks/statistics/report";
import { placesIn } from "@/lib/contract/places";
import { withoutScheme } from "@/lib/contract/readable-url";
import { presentBioPage } from "@/lib/resources/bio-pages/presenter";
import { bioStatistics, readBlocks } from "@/lib/resources/bio-pages/service";
import { findBioLinks, listTargets } from "@/lib/resources/bio-pages/targets";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import { LateStatistics, orReason } from "../../_lib/late-statistics";
import { loadBioPage } from "../../_lib/owned-row-loader";
import { timesOf } from "../../_lib/shown-figures";
import { deleteBioAction } from "../actions";

export async function generateMetadata({ params }: PageProps<"/dashboard/bio/[id]">): Promise<Metadata> {
  return { title: (await loadBioPage((await params).id)).row.name };
}

export default async function BioPagePage({ params, searchParams }: PageProps<"/dashboard/bio/[id]">) {
  const t = await getTranslations("bio");
  const { actor, row: page } = await loadBioPage((await params).id);
  const view = readClicksView(await searchParams, timesOf(actor, page));
  const read = await orReason(
    Promise.all([
      buildReport("bio", page.id, view, shownDetailOf(actor)),
      hoursOfWeek("bio", page.id, view, shownDetailOf(actor)),
      blocksOf(actor, page, view),
    ]),
  );
  if (typeof read === "string") return <LateStatistics title={page.name} view={view} reason={read} />;
  const [report, hours, blocks] = read;
  const { id, name, link } = presentBioPage(page);
  return (
    <Page title={name} actions={<BioButtons page={{ id, name, link }} remove={deleteBioAction} />}>
      <Stack gap="lg">
        <BlockedAlert addresses={findBioLinks(readBlocks(page.blocks))} />
        <Address url={link} />
        <ClicksFilter view={view} today={dayIn(view.zone, Date.now())} />
        <ClicksOverview view={view} report={report} clicked={{ name, address: withoutScheme(link) }} filter={false} />
        {blocks && (
          <TopList
            title={t("blockClicks")}
            entries={blocks.entries}
            total={blocks.visits}
            nameOf={(key) => blocks.entries.find(({ value }) => value === key)?.name ?? ""}
          />
        )}
        <TopLists view={view} report={report} hours={hours} places={placesIn(await getLocale())} />
      </Stack>
    </Page>
  );
}

/**
 * A page's clickable blocks, in order, with their clicks and the page's visits in a period. Null if the statistics are
 * filtered, because clicks on blocks are not stored per visit.
 */
async function blocksOf(actor: Actor, page: BioPage, { period, robots, filters }: ReportQuery) {
  if (Object.keys(filters).length > 0) return null;
  const t = await getTranslations("bio.blocks.types");
  const blocks = readBlocks(page.blocks);
  const targets = listTargets(blocks);
  const { visits, blockClicks } = await bioStatistics(actor, page, { period, robots });
  const entries = blocks
    .map((block, index) => ({
      value: String(index),
      name: summaryOf({ ...emptyBlock(block.type, ""), ...block }) || t(block.type),
      clicks: blockClicks[index] ?? 0,
    }))
    .filter(({ value }) => targets[Number(value)]?.length);
  return entries.length > 0 ? { visits, entries } : null;
}

interface BioButtonsProps {
  page: { id: number; name: string; link: string };
  remove: DeleteAction;
}

function BioButtons({ page, remove }: BioButtonsProps) {
  const deletion = useBioDeletion(remove)(page);
  return <EntryButtons edit={`/dashboard/bio/${page.id}/edit`} deletion={deletion} list="/dashboard/bio" />;
}
