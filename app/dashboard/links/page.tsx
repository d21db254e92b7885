import { IconFlag, IconLink, IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { createdLink } from "@/app/dashboard/_lib/created-link";
import { Live } from "@/components/clicks/live";
import { Bars, ClickCount } from "@/components/links/click-figures";
import { CreatedLink } from "@/components/links/created-link";
import { type KnownLink, LinkIdentity } from "@/components/links/link-identity";
import classes from "@/components/links/link-identity.module.css";
import { type LinkActions, LinkMenu } from "@/components/links/link-menu";
import {
  filterOf,
  type LinksView,
  orderedHref,
  orderingOf,
  orderings,
  readLinksView,
  sortOf,
  states,
} from "@/components/links/links-view";
import { DisplayMenu, MoreOfLinks, ViewsMenu } from "@/components/links/list-menus";
import { NewLinkField } from "@/components/links/new-link-field";
import { SelectableLinks } from "@/components/links/selectable-links";
import { type ShownTag, TagList } from "@/components/tags/tag-list";
import type { Choice } from "@/components/ui/choice";
import { type Column, DataTable } from "@/components/ui/data-table";
import { ButtonLink } from "@/components/ui/link";
import type { ListFilter } from "@/components/ui/list-address";
import { ListPage } from "@/components/ui/list-page";
import { readPage } from "@/components/ui/list-view";
import { MayWrite } from "@/components/ui/may-write";
import { pageTitle } from "@/components/ui/page";
import { SelectBox } from "@/components/ui/selection";
import type { Actor } from "@/lib/auth/actor";
import { requireActor } from "@/lib/auth/session";
import { clicksByDay } from "@/lib/clicks/statistics/stats";
import { lastDays, listDays } from "@/lib/clicks/store/period";
import { type LinkStatus, stateOf } from "@/lib/contract/link-state";
import { withoutScheme } from "@/lib/contract/readable-url";
import { db } from "@/lib/platform/database/db";
import { campaignNames } from "@/lib/resources/campaigns/service";
import { usableDomains } from "@/lib/resources/domains/service";
import { mostAtOnce } from "@/lib/resources/links/bulk/schema";
import { readLinkCounts } from "@/lib/resources/links/counts";
import { failingAmong } from "@/lib/resources/links/destinations/checks";
import type { ListedLink } from "@/lib/resources/links/read";
import { listLinks } from "@/lib/resources/links/service";
import { linkOrigin, shortUrlOf } from "@/lib/resources/links/short-url";
import { type ListSettings, listViews, readListSettings } from "@/lib/resources/links/views/views";
import { hasFeature } from "@/lib/resources/plans/quota";
import { siteIcons } from "@/lib/resources/site-icons/service";
import { foldTag } from "@/lib/resources/tags/names";
import { domainChoices, listOwnedChoices } from "../_lib/choices";
import { limitText } from "../_lib/count-texts";
import { createLinkAction, deleteLinkAction, shortenAction, updateLinkAction } from "./actions";
import {
  archiveLinksAction,
  changeLinksAction,
  duplicateLinkAction,
  restoreLinkAction,
  undoLinksAction,
} from "./lifecycle-actions";
import { deleteViewAction, saveListSettingsAction, saveViewAction } from "./list-actions";

const linkActions = {
  update: updateLinkAction,
  remove: deleteLinkAction,
  restore: restoreLinkAction,
  archive: archiveLinksAction,
  duplicate: duplicateLinkAction,
};

const bulkActions = { change: changeLinksAction, undo: undoLinksAction };

export const generateMetadata = pageTitle("links", "title");

export default async function LinksPage({ searchParams }: PageProps<"/dashboard/links">) {
  const t = await getTranslations("links");
  const actor = await requireActor();
  const view = readLinksView(await searchParams);
  const settings = await readListSettings(actor);
  const [{ rows, total, atMost, page, pages, created }, { filters, ...offered }, views, domains] = await Promise.all([
    listedLinks(actor, view, settings.perPage),
    listFilters(actor, view),
    listViews(actor),
    domainChoices(actor),
  ]);
  const { q } = view;
  const filter = filterOf(view);
  const narrowed = filters.some(({ value }) => value !== "");
  const kept = orderingOf(view);
  const exportRefusal = hasFeature(actor, "export")
    ? null
    : (await getTranslations("exports"))("notInPlan", { plan: actor.plan.name });
  const keepable = q !== "" || narrowed || Object.values(kept).some((value) => value !== "");

  return (
    <ListPage
      title={t("title")}
      note={await limitText(actor, "links")}
      actions={
        <>
          {total > 0 && <Live subject="link" ids={rows.map(({ id }) => id)} />}
          {(keepable || views.length > 0) && (
            <ViewsMenu views={views} narrowed={keepable} save={saveViewAction} remove={deleteViewAction} />
          )}
          <NewLinkWithOptions />
          <MoreOfLinks />
        </>
      }
      top={
        <>
          <NewLinkField
            explained={total === 0 && !keepable}
            create={createLinkAction}
            shorten={shortenAction}
            domains={domains}
          />
          {created && <CreatedLink link={created} />}
        </>
      }
      path="/dashboard/links"
      search={{ q, label: t("search.label"), placeholder: t("search.placeholder") }}
      filters={filters}
      menu={<Display view={view} settings={settings} />}
      {...{ page, pages, total, atMost, kept }}
      count={t(q || narrowed ? "found" : "count", { count: total })}
      empty={{ icon: <IconLink />, title: t("empty.title"), text: t("empty.text") }}
    >
      <SelectableLinks
        // A new list starts with an empty selection.
        key={JSON.stringify(filter)}
        ids={rows.map(({ id }) => id)}
        most={mostAtOnce}
        actions={bulkActions}
        {...offered}
        total={atMost ?? total}
        {...{ filter, exportRefusal }}
      >
        <LinksTable rows={rows} now={new Date()} view={view} settings={settings} actions={linkActions} />
      </SelectableLinks>
    </ListPage>
  );
}

function Display({ view, settings }: { view: LinksView; settings: ListSettings }) {
  const t = useTranslations("links.order");
  const orders = orderings.map((ordering) => ({
    value: orderedHref(view, ordering),
    label: t(`${ordering.order}.${ordering.direction}`),
  }));
  return <DisplayMenu {...{ orders, settings }} present={orderedHref(view, view)} save={saveListSettingsAction} />;
}

function NewLinkWithOptions() {
  const t = useTranslations("links");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/links/new" variant="default" leftSection={<IconPlus size={16} />}>
        {t("newWithOptions")}
      </ButtonLink>
    </MayWrite>
  );
}

/** The links of a list view. */
async function listedLinks(actor: Actor, { page, created, ...view }: LinksView, perPage: number) {
  const filter = { ...filterOf(view), order: view.order, direction: view.direction };
  const found = await readPage(page, (requested) => listLinks(actor, { ...filter, ...requested }), perPage);
  const days = lastDays(30);
  const ids = found.rows.map(({ id }) => id);
  const [counts, iconOf, campaigns, failing] = await Promise.all([
    clicksByDay("link", ids, days),
    siteIcons(actor, found.rows),
    campaignNames(actor, found.rows),
    failingAmong(actor, ids),
  ]);
  const rowOf = (link: ListedLink): LinkRow => ({
    id: link.id,
    alias: link.alias,
    title: link.title,
    shortUrl: shortUrlOf(link),
    destination: link.destination,
    shares: link.shares,
    icon: iconOf(link),
    clicks: readLinkCounts(link).clicks,
    imported: Number(link.importedClicks),
    daily: listDays(days).map((day) => counts.get(link.id)?.get(day) ?? 0),
    createdAt: link.createdAt,
    status: link.status,
    state: stateOf(link),
    failing: failing.has(link.id),
    archived: link.archived,
    tags: link.tags,
    campaign: campaigns.get(link.campaignId) ?? null,
    locked: link.passwordHash !== null,
  });
  return { ...found, rows: found.rows.map(rowOf), created: await createdLink(actor, created) };
}

/** The filters for the actor's links, and the places to put links into. */
async function listFilters(actor: Actor, view: LinksView) {
  const t = await getTranslations("links");
  const [campaigns, channels, tags, usable] = await Promise.all([
    listOwnedChoices(db.campaign, actor, "campaign"),
    listOwnedChoices(db.channel, actor, "channel"),
    listOwnedChoices(db.tag, actor, "tag"),
    usableDomains(actor),
  ]);
  const domains = usable.map((domain) => ({ value: String(domain.id), label: withoutScheme(linkOrigin(domain)) }));
  const spellings = new Map(tags.map(({ label }) => [foldTag(label), label]));
  const named = tags.map(({ label }) => ({ value: label, label }));
  const among = (name: "campaign" | "channel" | "tag" | "excludetag" | "domain", options: Choice[]): ListFilter[] =>
    // A filter without a real choice is left out.
    options.length < (name === "domain" ? 2 : 1)
      ? []
      : [
          {
            name,
            label: t(`filters.${name}.label`),
            ...(name === "tag" || name === "excludetag"
              ? { value: view[name].map((tag) => spellings.get(foldTag(tag)) ?? tag).join(","), several: true }
              : { value: String(view[name] ?? "") }),
            options: [{ value: "", label: t(`filters.${name}.any`) }, ...options],
          },
        ];
  const filters: ListFilter[] = [
    ...among("campaign", campaigns),
    ...among("channel", channels),
    ...among("tag", named),
    ...among("excludetag", named),
    ...among("domain", domains),
    {
      name: "status",
      label: t("filters.status.label"),
      value: view.status ?? "",
      options: [
        { value: "", label: t("filters.status.any") },
        ...states.map((value) => ({ value, label: t(`states.${value}`) })),
      ],
    },
  ];
  return { filters, campaigns, channels, tags, domains };
}

interface LinkRow extends KnownLink {
  alias: string;
  clicks: number;
  /** imported clicks, included in the total */
  imported: number;
  createdAt: Date;
  status: LinkStatus;
  archived: boolean;
  /** clicks of each of the last 30 days, today last */
  daily: number[];
  tags: ShownTag[];
  /** the campaign's name; null if the link is in none */
  campaign: string | null;
  /** whether it has a password */
  locked: boolean;
}

interface LinksTableProps {
  rows: LinkRow[];
  now: Date;
  view: LinksView;
  settings: ListSettings;
  actions: LinkActions;
}

function LinksTable({ rows, now, view, settings, actions }: LinksTableProps) {
  const t = useTranslations("links");
  const shows = (column: ListSettings["columns"][number]) => settings.columns.includes(column);
  const most = Math.max(1, ...rows.flatMap(({ daily }) => daily));
  const columns: (Column<LinkRow> & { shown: boolean })[] = [
    {
      shown: true,
      name: t("table.link"),
      kind: "title",
      cell: (row) => (
        <LinkIdentity
          link={row}
          locked={row.locked}
          wide
          leads={shows("destination")}
          box={<SelectBox id={row.id} name={withoutScheme(row.shortUrl)} />}
        />
      ),
    },
    {
      shown: shows("campaign") || shows("tags"),
      name: t(shows("tags") ? "display.column.tags" : "display.column.campaign"),
      width: "12rem",
      cell: (row) => (
        <span className={classes.labels}>
          {shows("campaign") && row.campaign !== null && <InCampaign name={row.campaign} />}
          {shows("tags") && <TagList tags={row.tags} most={shows("campaign") && row.campaign !== null ? 0 : 1} />}
        </span>
      ),
    },
    {
      shown: shows("lately"),
      name: t("table.lately"),
      width: "8rem",
      roomy: true,
      cell: (row) => <Bars days={row.daily} most={most} />,
    },
    {
      shown: shows("clicks"),
      name: t("table.clicks"),
      kind: "number",
      width: "6.5rem",
      sort: sortOf(view, "click"),
      cell: (row) => <ClickCount clicks={row.clicks} imported={row.imported} />,
    },
    {
      shown: shows("created"),
      name: t("table.created"),
      kind: "time",
      sort: sortOf(view, "date"),
      cell: (row) => row.createdAt,
    },
  ];
  return (
    <DataTable
      label={t("title")}
      now={now}
      rows={rows}
      compact={settings.compact}
      brief
      columns={columns.filter(({ shown }) => shown)}
      actions={(row) => <LinkMenu link={row} actions={actions} />}
    />
  );
}

function InCampaign({ name }: { name: string }) {
  const t = useTranslations("links.filters.campaign");
  return (
    <span className={classes.campaign}>
      <IconFlag size={16} role="img" aria-label={t("label")} />
      <span>{name}</span>
    </span>
  );
}
