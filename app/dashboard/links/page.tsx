import { Group } from "@mantine/core";
import { IconLink, IconSettingsPlus, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Live } from "@/components/clicks/live";
import { CreatedLink } from "@/components/links/created-link";
import { DisplayMenu } from "@/components/links/display-menu";
import { LinksTable } from "@/components/links/links-table";
import {
  filterOf,
  type LinksView,
  orderedHref,
  orderingOf,
  orderings,
  readLinksView,
} from "@/components/links/links-view";
import { NewLinkField } from "@/components/links/new-link-field";
import { SelectableLinks } from "@/components/links/selectable-links";
import { ViewsMenu } from "@/components/links/views-menu";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { MayWrite } from "@/components/ui/may-write";
import { pageTitle } from "@/components/ui/page-title";
import { requireActor } from "@/lib/auth/session";
import { mostAtOnce } from "@/lib/resources/links/bulk/schema";
import type { ListSettings } from "@/lib/resources/links/views/list-schema";
import { listSettingsOf } from "@/lib/resources/links/views/list-settings";
import { listViews } from "@/lib/resources/links/views/views";
import { hasFeature } from "@/lib/resources/plans/quota";
import { domainChoices } from "../_lib/domain-choices";
import { limitText } from "../_lib/limit-lead";
import { createLinkAction, deleteLinkAction, shortenAction, updateLinkAction } from "./actions";
import { changeLinksAction, undoLinksAction } from "./bulk-actions";
import { archiveLinksAction, duplicateLinkAction, restoreLinkAction } from "./lifecycle-actions";
import { saveListSettingsAction } from "./list-actions";
import { listFilters } from "./list-filters";
import { listedLinks } from "./listed-links";
import { deleteViewAction, saveViewAction } from "./view-actions";

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
  const settings = await listSettingsOf(actor);
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
      lead={await limitText(actor, "links")}
      actions={
        <Group gap="xs" data-icons-only>
          {total > 0 && <Live subject="link" ids={rows.map(({ id }) => id)} />}
          {(keepable || views.length > 0) && (
            <ViewsMenu views={views} narrowed={keepable} save={saveViewAction} remove={deleteViewAction} />
          )}
          <DeletedLinks />
          <NewLinkWithOptions />
        </Group>
      }
      top={
        <>
          <NewLinkField
            large
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

function DeletedLinks() {
  const t = useTranslations("links.trash");
  return (
    <ButtonLink href="/dashboard/links/deleted" variant="default" leftSection={<IconTrash size={17} />}>
      {t("open")}
    </ButtonLink>
  );
}

function NewLinkWithOptions() {
  const t = useTranslations("links");
  return (
    <MayWrite>
      <ButtonLink href="/dashboard/links/new" variant="default" leftSection={<IconSettingsPlus size={18} />}>
        {t("newWithOptions")}
      </ButtonLink>
    </MayWrite>
  );
}
